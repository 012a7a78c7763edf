import { getReportChanges } from '@concord/rubric/contract/curator/routes';
import type { ReportChanges } from '@concord/rubric/report/compare-reports';
import type { Estimate } from '@concord/rubric/stats/estimate';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { calibrationMessages } from '../../language/calibration-messages.ts';
import { useMessages } from '../../language/language.tsx';
import { EstimateText } from './estimate-text.tsx';

/** What is not what it was in the report before this one. */
export function Changes({ studyId, reportId }: { studyId: string; reportId: string }) {
  const words = useMessages(calibrationMessages);
  const { data } = useQuery({
    queryKey: ['curator', 'study', studyId, 'report', reportId, 'changes'],
    queryFn: ({ signal }) => call(getReportChanges, { params: { studyId, reportId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data?.since) return null;
  // The server makes it with the same code; the contract leaves it open.
  const changes = data.since.changes as ReportChanges;
  const { counts, graders, rule, sameInputs, software } = changes;
  const nothing = counts.length + graders.length + rule.length === 0 && !software;
  const shown = (estimate: Estimate | null) =>
    estimate ? <EstimateText estimate={estimate} quantity="coefficient" /> : '–';
  return (
    <details className="changes" open={!nothing}>
      <summary>{words.changes}</summary>
      {nothing && <p>{sameInputs ? words.sameInputs : words.sameNumbers}</p>}
      {software && (
        <p>
          Concord {software.before} → {software.after}
        </p>
      )}
      {rule.length > 0 && <p>{words.ruleChanged(rule.join(', '))}</p>}
      <ul>
        {counts.map(({ name, before, after }) => (
          <li key={name}>
            {words.changedCounts[name as keyof typeof words.changedCounts]}: {before} → {after}
          </li>
        ))}
        {graders.map(({ graderId, verdict, pinned, estimates }) => (
          <li key={graderId}>
            <strong>{graderId}</strong>
            {verdict.before !== verdict.after &&
              `: ${verdict.before ? words.verdicts[verdict.before] : '–'} → ${verdict.after ? words.verdicts[verdict.after] : '–'}`}
            {pinned && ` ${words.pinChanged}`}
            {estimates.length > 0 && (
              <ul>
                {estimates.map(({ name, before, after }) => (
                  <li key={name}>
                    {words.changedEstimates[name as keyof typeof words.changedEstimates]}: {shown(before)} →{' '}
                    {shown(after)}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
