import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Alert, Progress, Stack, Text } from '@mantine/core';
import { TermBars } from '../term-bars.tsx';
import { checklistContract, PHASES } from './checklist.contract.ts';

const dayWords = (n: number): string => (n === 1 ? '1 day' : `${n} days`);

/** The earliest opening by what is open and how late each department usually is, and the phases on a line of time. */
export function OpeningForecast({ franchiseeId }: { franchiseeId: number }) {
  const query = useQuery(checklistContract.forecast, { franchiseeId });
  return (
    <QueryState query={query}>
      {({ opensOn, plannedOn, movers, phases }) => (
        <Stack gap="md">
          {opensOn ? (
            <Alert color="info" title={`Can open on ${formatDay(opensOn)} at the earliest`}>
              <Text size="sm">
                {plannedOn && plannedOn < opensOn
                  ? `Planned for ${formatDay(plannedOn)}. `
                  : 'That is the plan. '}
                These hold it up most:
              </Text>
              <ul style={{ margin: 0, paddingInlineStart: 20, fontSize: 'var(--mantine-font-size-sm)' }}>
                {movers.map((item) => (
                  <li key={item.id}>
                    {item.title}: likely done on {formatDay(item.doneOn)}
                    {item.late > 0 ? `, its department is usually ${dayWords(item.late)} late` : ''}
                    {item.days > 0 ? `; done now, the centre opens ${dayWords(item.days)} earlier` : ''}
                  </li>
                ))}
              </ul>
            </Alert>
          ) : null}
          <TermBars
            label="Phases of the opening"
            terms={phases.map((one) => ({
              key: one.phase,
              label: `${PHASES[one.phase]} · ${one.all - one.open} of ${one.all}`,
              from: one.from,
              to: one.doneOn > one.to ? one.doneOn : one.to,
              tone: one.open === 0 ? 'success' : one.doneOn > one.to ? 'danger' : 'brand',
              note: (
                <Progress
                  value={((one.all - one.open) / one.all) * 100}
                  size="sm"
                  aria-label={`${PHASES[one.phase]}: ${one.all - one.open} of ${one.all} done`}
                />
              ),
            }))}
          />
        </Stack>
      )}
    </QueryState>
  );
}
