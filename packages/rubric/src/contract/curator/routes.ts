import { z } from 'zod';
import { seriesLabelPattern } from '../../model/imaging.ts';
import { defineRoute } from '../define-route.ts';
import { problemEntrySchema } from '../problem.ts';
import { assignmentChangeSchema, assignmentViewSchema } from './assignments.ts';
import { caseViewSchema } from './case-view.ts';
import { invitationSchema, personSchema } from './people.ts';
import { protocolChangeSchema, protocolViewSchema } from './protocol.ts';
import {
  caseLineSchema,
  maskFindingSchema,
  reportLineSchema,
  studyHomeSchema,
  studyLineSchema,
} from './study.ts';

const id = z.string().min(1).max(128);
const studyParams = z.strictObject({ studyId: id });

/** State of a long piece of work. `done` of `total` units; `result` when finished. */
/** Kinds of records that an import brings, in the order of their arrival. */
export const importedKinds = [
  'cases',
  'respondents',
  'tasks',
  'responses',
  'raters',
  'assignments',
  'ratings',
  'grader scores',
  'findings',
] as const;
export type ImportedKind = (typeof importedKinds)[number];

export const jobSchema = z.strictObject({
  jobId: z.string(),
  kind: z.enum(['import', 'report']),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  what: z.string(),
  done: z.int(),
  total: z.int(),
  /** Study or report id when done. */
  resultId: z.string().nullable(),
  /** What an import brought; empty for other jobs. */
  counts: z.array(
    z.strictObject({
      kind: z.enum(importedKinds),
      added: z.int().nonnegative(),
      unchanged: z.int().nonnegative(),
    }),
  ),
  notices: z.array(z.string()),
  problems: z.array(problemEntrySchema),
});
export type Job = z.infer<typeof jobSchema>;

export const listStudies = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies',
  summary: 'Studies that the account curates',
  reply: z.strictObject({ studies: z.array(studyLineSchema) }),
});
export const getStudyHome = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId',
  summary: 'Where a study stands',
  params: studyParams,
  reply: studyHomeSchema,
});
export const listCases = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/cases',
  summary: 'Cases of a study',
  params: studyParams,
  reply: z.strictObject({ cases: z.array(caseLineSchema) }),
});
export const getCase = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/cases/:caseId',
  summary: 'One case with answers, ratings and, after lock, grader scores',
  params: z.strictObject({ studyId: id, caseId: id }),
  reply: caseViewSchema,
});
export const getCuratorImage = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/images/:imageId',
  summary: 'Bytes of one stored image',
  params: z.strictObject({ studyId: id, imageId: id }),
});
export const correctSeriesLabel = defineRoute({
  audience: 'curator',
  method: 'PUT',
  path: '/api/curator/studies/:studyId/series/:seriesId/label',
  summary: 'Correct the derived label of a series, with a reason, on the record',
  params: z.strictObject({ studyId: id, seriesId: id }),
  body: z.strictObject({
    label: z.string().regex(seriesLabelPattern),
    reason: z.string().trim().min(1).max(2000),
  }),
  reply: z.strictObject({ label: z.string() }),
});
/** Multipart, one file field `bundle` (.zip, or Neural-MedBench .json with fields `family` and `level`). */
export const startImport = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/imports',
  summary: 'Import a study bundle; all or nothing',
  reply: jobSchema,
});
export const getJob = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/jobs/:jobId',
  summary: 'Progress of a job',
  params: z.strictObject({ jobId: id }),
  reply: jobSchema,
});
export const cancelJob = defineRoute({
  audience: 'curator',
  method: 'DELETE',
  path: '/api/curator/jobs/:jobId',
  summary: 'Cancel a job; nothing half-done stays',
  params: z.strictObject({ jobId: id }),
  reply: jobSchema,
});
export const listMaskFindings = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/findings',
  summary: 'Answers that name their author, records that state the reference',
  params: studyParams,
  reply: z.strictObject({ findings: z.array(maskFindingSchema) }),
});
export const decideMaskFinding = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/studies/:studyId/findings/:findingId',
  summary: 'Mask, keep or hide a finding',
  params: z.strictObject({ studyId: id, findingId: id }),
  body: z.strictObject({ decision: z.enum(['mask', 'keep', 'hide']), reason: z.string().max(2000) }),
  reply: maskFindingSchema,
});
export const resolveFlag = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/studies/:studyId/flags/:flagId',
  summary: "Resolve a reader's flag; the case goes on",
  params: z.strictObject({ studyId: id, flagId: id }),
  body: z.strictObject({ reason: z.string().min(1).max(2000) }),
  reply: z.strictObject({ resolved: z.literal(true) }),
});
export const assignReading = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/studies/:studyId/assignments',
  summary: 'Give the raters the responses that wait by the protocol, in seeded orders of their own',
  params: studyParams,
  body: z.strictObject({}),
  reply: z.strictObject({ assigned: z.int(), repeats: z.int(), raters: z.int(), heldBack: z.int() }),
});
export const getProtocol = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/protocol',
  summary: 'The protocol in force and its versions',
  params: studyParams,
  reply: protocolViewSchema,
});
export const changeProtocol = defineRoute({
  audience: 'curator',
  method: 'PUT',
  path: '/api/curator/studies/:studyId/protocol',
  summary: 'Register another protocol; after the first study rating an amendment, after lock refused',
  params: studyParams,
  body: protocolChangeSchema,
  reply: protocolViewSchema,
});
export const listAssignments = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/assignments',
  summary: 'Every assigned reading with its state',
  params: studyParams,
  reply: z.strictObject({ assignments: z.array(assignmentViewSchema) }),
});
export const planAssignment = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/assignments/plan',
  summary: 'What an assignment would give to each rater now; nothing is written',
  params: studyParams,
  reply: z.strictObject({
    assigned: z.int(),
    repeats: z.int(),
    raters: z.int(),
    heldBack: z.int(),
    perRater: z.array(
      z.strictObject({ raterId: z.string(), added: z.int(), repeats: z.int(), total: z.int() }),
    ),
  }),
});
export const getAssignmentsCsv = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/assignments/csv',
  summary: 'Every assigned reading as CSV: rater,response,kind,position,state',
  params: studyParams,
});
export const importAssignments = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/studies/:studyId/assignments/csv',
  summary: 'Give raters the answers that a table of rater,response names; all or nothing',
  params: studyParams,
  body: z.strictObject({ csv: z.string().min(1).max(900_000) }),
  reply: z.strictObject({ added: z.int(), unchanged: z.int() }),
});
export const changeAssignment = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/studies/:studyId/assignments/:assignmentId',
  summary: 'Reopen, annul, withdraw or reassign one reading, with a reason, on the record',
  params: z.strictObject({ studyId: id, assignmentId: id }),
  body: assignmentChangeSchema,
  reply: z.strictObject({ changed: z.literal(true) }),
});
export const lockStudy = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/studies/:studyId/lock',
  summary: 'Close the table of ratings; only then grader numbers exist',
  params: studyParams,
  body: z.strictObject({ reason: z.string().min(1).max(2000) }),
  reply: z.strictObject({ lockedAt: z.string() }),
});
/** Multipart: file field `scores` (.jsonl or .csv) and optionally `grader` (.yaml). */
export const importGraderScores = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/studies/:studyId/grader-scores',
  summary: 'Import grader scores; all or nothing',
  params: studyParams,
  reply: z.strictObject({
    graders: z.array(z.string()),
    added: z.int(),
    unchanged: z.int(),
    byStatus: z.record(z.string(), z.int()),
  }),
});
export const startReport = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/studies/:studyId/reports',
  summary: 'Run the calibration report',
  params: studyParams,
  body: z.strictObject({}),
  reply: jobSchema,
});
export const listReports = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/reports',
  summary: 'Stored reports, newest first',
  params: studyParams,
  reply: z.strictObject({ reports: z.array(reportLineSchema) }),
});
/** The report as JSON (`concord.report/4`). */
export const getReport = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/reports/:reportId',
  summary: 'One stored report',
  params: z.strictObject({ studyId: id, reportId: id }),
  reply: z.unknown(),
});
export const getReportHtml = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/reports/:reportId/html',
  summary: 'One stored report as a single HTML file',
  params: z.strictObject({ studyId: id, reportId: id }),
  query: z.strictObject({ language: z.enum(['en', 'zh']).default('en') }),
});
export const getReportCsv = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/reports/:reportId/csv',
  summary: 'One stored report as a table: a row for each estimate',
  params: z.strictObject({ studyId: id, reportId: id }),
});
export const getReportPdf = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/reports/:reportId/pdf',
  summary: 'One stored report as PDF',
  params: z.strictObject({ studyId: id, reportId: id }),
  query: z.strictObject({ language: z.enum(['en', 'zh']).default('en') }),
});
/** `since` is null where there is no earlier report; `changes` is a `ReportChanges`. */
export const getReportChanges = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/reports/:reportId/changes',
  summary: 'What changed since the report before',
  params: z.strictObject({ studyId: id, reportId: id }),
  reply: z.strictObject({
    since: z.strictObject({ before: z.string(), changes: z.unknown() }).nullable(),
  }),
});
export const exportGrader = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/graders/:graderId/export',
  summary: 'The validated grader: manifest or promptfoo configuration; refused without a pass',
  params: z.strictObject({ studyId: id, graderId: id }),
  query: z.strictObject({ format: z.enum(['manifest', 'promptfoo']) }),
});

export const listPeople = defineRoute({
  audience: 'curator',
  method: 'GET',
  path: '/api/curator/studies/:studyId/people',
  summary: 'Raters, adjudicators and curators of a study, and who has an account',
  params: studyParams,
  reply: z.strictObject({ people: z.array(personSchema) }),
});
/** `link` is a path good once for 7 days; null for an account that exists, which signs in as before. */
export const invitePerson = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/studies/:studyId/people',
  summary: 'Make an account with a place in the study',
  params: studyParams,
  body: invitationSchema,
  reply: z.strictObject({ link: z.string().nullable() }),
});
export const makePersonLink = defineRoute({
  audience: 'curator',
  method: 'POST',
  path: '/api/curator/studies/:studyId/people/:username/link',
  summary: 'A fresh one-time sign-in link for a reader of this study',
  params: z.strictObject({ studyId: id, username: id }),
  body: z.strictObject({}),
  reply: z.strictObject({ link: z.string() }),
});

export const curatorRoutes = [
  listPeople,
  invitePerson,
  makePersonLink,
  listStudies,
  getStudyHome,
  listCases,
  getCase,
  getCuratorImage,
  correctSeriesLabel,
  startImport,
  getJob,
  cancelJob,
  listMaskFindings,
  decideMaskFinding,
  resolveFlag,
  assignReading,
  getProtocol,
  changeProtocol,
  listAssignments,
  planAssignment,
  getAssignmentsCsv,
  importAssignments,
  changeAssignment,
  lockStudy,
  importGraderScores,
  startReport,
  listReports,
  getReport,
  getReportHtml,
  getReportCsv,
  getReportPdf,
  getReportChanges,
  exportGrader,
];
