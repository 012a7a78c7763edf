/** Addresses of the bench's pages. */
export const links = {
  studies: '/bench',
  importBundle: '/bench/import',
  home: (studyId: string) => `/bench/studies/${encodeURIComponent(studyId)}`,
  cases: (studyId: string) => `/bench/studies/${encodeURIComponent(studyId)}/cases`,
  caseOf: (studyId: string, caseId: string, responseId?: string) =>
    `/bench/studies/${encodeURIComponent(studyId)}/cases/${encodeURIComponent(caseId)}${
      responseId === undefined ? '' : `#response-${encodeURIComponent(responseId)}`
    }`,
  protocol: (studyId: string) => `/bench/studies/${encodeURIComponent(studyId)}/protocol`,
  reading: (studyId: string) => `/bench/studies/${encodeURIComponent(studyId)}/reading`,
  people: (studyId: string) => `/bench/studies/${encodeURIComponent(studyId)}/people`,
  calibration: (studyId: string) => `/bench/studies/${encodeURIComponent(studyId)}/calibration`,
} as const;
