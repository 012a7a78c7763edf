import {
  assignReading,
  changeAssignment,
  changeProtocol,
  correctSeriesLabel,
  decideMaskFinding,
  getCase,
  getJob,
  getProtocol,
  getStudyHome,
  importAssignments,
  listAssignments,
  listCases,
  listMaskFindings,
  listStudies,
  planAssignment,
  lockStudy,
  resolveFlag,
} from '@concord/rubric/contract/curator/routes';
import type { Protocol } from '@concord/rubric/contract/bundle/study';
import type { AssignmentChange } from '@concord/rubric/contract/curator/assignments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const of = (studyId: string) => ['curator', 'study', studyId] as const;

export const useStudies = () =>
  useQuery({ queryKey: ['curator', 'studies'], queryFn: ({ signal }) => call(listStudies, {}, { signal }) });

export const useStudyHome = (studyId: string) =>
  useQuery({
    queryKey: [...of(studyId), 'home'],
    queryFn: ({ signal }) => call(getStudyHome, { params: { studyId } }, { signal }),
    refetchInterval: 30_000,
  });

export const useCases = (studyId: string) =>
  useQuery({
    queryKey: [...of(studyId), 'cases'],
    queryFn: ({ signal }) => call(listCases, { params: { studyId } }, { signal }),
  });

export const useCase = (studyId: string, caseId: string) =>
  useQuery({
    queryKey: [...of(studyId), 'case', caseId],
    queryFn: ({ signal }) => call(getCase, { params: { studyId, caseId } }, { signal }),
  });

export const useFindings = (studyId: string) =>
  useQuery({
    queryKey: [...of(studyId), 'findings'],
    queryFn: ({ signal }) => call(listMaskFindings, { params: { studyId } }, { signal }),
  });

/** A running job is asked for twice a second until it has ended. */
export const useJob = (jobId: string | null) =>
  useQuery({
    queryKey: ['curator', 'job', jobId],
    queryFn: ({ signal }) => call(getJob, { params: { jobId: jobId ?? '' } }, { signal }),
    enabled: jobId !== null,
    refetchInterval: (query) => (query.state.data && query.state.data.state !== 'running' ? false : 500),
  });

/** A write on a study; everything shown of the study is asked for again afterwards. */
function useStudyWrite<Input, Reply>(studyId: string, write: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => client.invalidateQueries({ queryKey: of(studyId) }),
  });
}

export const useDecideFinding = (studyId: string) =>
  useStudyWrite(studyId, (input: { findingId: string; decision: 'mask' | 'keep' | 'hide'; reason: string }) =>
    call(decideMaskFinding, {
      params: { studyId, findingId: input.findingId },
      body: { decision: input.decision, reason: input.reason },
    }),
  );

export const useResolveFlag = (studyId: string) =>
  useStudyWrite(studyId, (input: { flagId: string; reason: string }) =>
    call(resolveFlag, { params: { studyId, flagId: input.flagId }, body: { reason: input.reason } }),
  );

export const useAssign = (studyId: string) =>
  useStudyWrite<void, Awaited<ReturnType<typeof call<typeof assignReading>>>>(studyId, () =>
    call(assignReading, { params: { studyId }, body: {} }),
  );

export const useLock = (studyId: string) =>
  useStudyWrite(studyId, (reason: string) => call(lockStudy, { params: { studyId }, body: { reason } }));

export const useProtocol = (studyId: string) =>
  useQuery({
    queryKey: [...of(studyId), 'protocol'],
    queryFn: ({ signal }) => call(getProtocol, { params: { studyId } }, { signal }),
  });

export const useChangeProtocol = (studyId: string) =>
  useStudyWrite(studyId, (body: { protocol: Protocol; baseSequence: number; reason: string }) =>
    call(changeProtocol, { params: { studyId }, body }),
  );

export const useAssignments = (studyId: string) =>
  useQuery({
    queryKey: [...of(studyId), 'assignments'],
    queryFn: ({ signal }) => call(listAssignments, { params: { studyId } }, { signal }),
  });

export const useChangeAssignment = (studyId: string) =>
  useStudyWrite(studyId, ({ assignmentId, body }: { assignmentId: string; body: AssignmentChange }) =>
    call(changeAssignment, { params: { studyId, assignmentId }, body }),
  );

/** A dry run of the assignment; asked for only on demand. */
export const usePlannedAssignment = (studyId: string) =>
  useQuery({
    queryKey: [...of(studyId), 'assignment-plan'],
    queryFn: ({ signal }) => call(planAssignment, { params: { studyId } }, { signal }),
    enabled: false,
  });

export const useCorrectLabel = (studyId: string) =>
  useStudyWrite(studyId, ({ seriesId, ...body }: { seriesId: string; label: string; reason: string }) =>
    call(correctSeriesLabel, { params: { studyId, seriesId }, body }),
  );

export const useImportAssignments = (studyId: string) =>
  useStudyWrite<string, Awaited<ReturnType<typeof call<typeof importAssignments>>>>(studyId, (csv) =>
    call(importAssignments, { params: { studyId }, body: { csv } }),
  );
