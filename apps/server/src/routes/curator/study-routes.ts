import {
  assignReading as assignReadingRoute,
  changeAssignment as changeAssignmentRoute,
  correctSeriesLabel as correctLabelRoute,
  changeProtocol as changeProtocolRoute,
  decideMaskFinding as decideRoute,
  getAssignmentsCsv,
  getCase,
  getCuratorImage,
  getProtocol,
  getStudyHome,
  importAssignments as importAssignmentsRoute,
  listAssignments,
  listCases,
  listMaskFindings,
  listStudies,
  lockStudy as lockRoute,
  planAssignment,
  resolveFlag as resolveRoute,
} from '@concord/rubric/contract/curator/routes';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problem-error.ts';
import { route } from '../../http/route.ts';
import { assignmentsCsv, importAssignments } from '../../services/assignment-file.ts';
import { assignReading, planReading } from '../../services/assign-reading.ts';
import { correctSeriesLabel } from '../../services/correct-series-label.ts';
import { changeAssignment } from '../../services/change-assignment.ts';
import { lockStudy } from '../../services/lock-study.ts';
import { decideMaskFinding, readMaskFindings } from '../../services/mask-findings.ts';
import { changeProtocol, readProtocol } from '../../services/protocol.ts';
import { resolveFlag } from '../../services/resolve-flag.ts';
import { requireCurator } from '../../store/curator/access.ts';
import { readAssignments } from '../../store/curator/assignment-list.ts';
import { readCaseLines, readStudyLines } from '../../store/curator/case-list.ts';
import { readCaseView } from '../../store/curator/case-view.ts';
import { readStudyHome } from '../../store/curator/study-home.ts';
import type { CuratorDeps } from './deps.ts';

/** PNG, JPEG or DICOM, told from the bytes. */
function contentType(bytes: Uint8Array, format: 'dicom' | 'raster'): string {
  if (format === 'dicom') return 'application/dicom';
  return bytes[0] === 0x89 ? 'image/png' : 'image/jpeg';
}

/** The study itself: home, cases, images, decisions, assignment, lock. */
export function studyRoutes(app: FastifyInstance, { store, blobs, now }: CuratorDeps): void {
  route(app, listStudies, ({ account }) => ({ studies: readStudyLines(store, account.accountId) }));
  route(app, getStudyHome, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    const home = await readStudyHome(store, params.studyId);
    if (!home) throw new ProblemError('not-found');
    return home;
  });
  route(app, listCases, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return { cases: readCaseLines(store, params.studyId) };
  });
  route(app, getCase, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    const view = await readCaseView(store, params.studyId, params.caseId);
    if (!view) throw new ProblemError('not-found');
    return view;
  });
  route(app, getCuratorImage, async ({ params, account, reply }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    const image = await store.db
      .selectFrom('image')
      .innerJoin('image_series', 'image_series.series_id', 'image.series_id')
      .innerJoin('study_case', 'study_case.case_id', 'image_series.case_id')
      .select(['sha256', 'format'])
      .where('study_id', '=', params.studyId)
      .where('image_id', '=', Number(params.imageId))
      .executeTakeFirst();
    if (!image) throw new ProblemError('not-found');
    const bytes = await blobs.get(image.sha256);
    return reply
      .header('cache-control', 'private, max-age=3600')
      .type(contentType(bytes, image.format))
      .send(bytes);
  });
  route(app, correctLabelRoute, async ({ params, body, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return correctSeriesLabel(store, { ...params, ...body, actor: account.username, now });
  });
  route(app, listMaskFindings, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return { findings: await readMaskFindings(store, params.studyId) };
  });
  route(app, decideRoute, async ({ params, body, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return decideMaskFinding(store, { ...params, ...body, actor: account.username, now });
  });
  route(app, resolveRoute, async ({ params, body, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    await resolveFlag(store, { ...params, reason: body.reason, actor: account.username, now });
    return { resolved: true as const };
  });
  route(app, assignReadingRoute, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return assignReading(store, params.studyId, account.username, now);
  });
  route(app, listAssignments, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return { assignments: readAssignments(store, params.studyId) };
  });
  route(app, planAssignment, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return planReading(store, params.studyId, now);
  });
  route(app, getAssignmentsCsv, async ({ params, account, reply }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return reply
      .header('content-disposition', 'attachment; filename="assignments.csv"')
      .type('text/csv; charset=utf-8')
      .send(assignmentsCsv(store, params.studyId));
  });
  route(app, importAssignmentsRoute, async ({ params, body, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return importAssignments(store, { ...params, ...body, actor: account.username, now });
  });
  route(app, changeAssignmentRoute, async ({ params, body, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    await changeAssignment(store, { ...params, change: body, actor: account.username, now });
    return { changed: true as const };
  });
  route(app, getProtocol, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return readProtocol(store, params.studyId);
  });
  route(app, changeProtocolRoute, async ({ params, body, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return changeProtocol(store, { ...params, ...body, actor: account.username, now });
  });
  route(app, lockRoute, async ({ params, body, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return lockStudy(store, { studyId: params.studyId, actor: account.username, reason: body.reason, now });
  });
}
