import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { LineChart } from '@aangan/web/charts/charts.tsx';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Button, Drawer, Stack } from '@mantine/core';
import { useState } from 'react';
import { healthChecks, healthContract } from './health.contract.ts';
import { cm, kg } from './health-range.ts';

type Child = OutputOf<typeof healthContract.child>;

/** A child's measures and remarks, the newest first; opening it is written to the access log. */
export function HealthDrawer({ enrolmentId, onClose }: { enrolmentId: string; onClose: () => void }) {
  const query = useQuery(healthContract.child, { enrolmentId }, { fresh: 0 });
  const [adding, setAdding] = useState(false);
  return (
    <Drawer opened onClose={onClose} title={query.data?.name ?? 'Health'}>
      <QueryState query={query}>
        {(child) => (
          <Stack gap="md">
            {child.can['save'] && <Button onClick={() => setAdding(true)}>Write today’s remark</Button>}
            <Growth child={child} />
            {child.rows.length === 0 && (
              <EmptyState title="Nothing written yet" help="Height, weight, checks and remarks stand here." />
            )}
            {child.rows.map((row) => (
              <Section key={row.measuredOn} title={formatDay(row.measuredOn)} help={row.by}>
                <Facts
                  min={140}
                  items={[
                    { label: 'Height', value: cm(row.heightMm) },
                    { label: 'Weight', value: kg(row.weightG) },
                    { label: 'Vision', value: healthChecks[row.vision] },
                    { label: 'Teeth', value: healthChecks[row.dental] },
                    { label: 'Hearing', value: healthChecks[row.hearing] },
                    { label: 'Remark', value: row.remark, hidden: row.remark === null },
                    { label: 'Allergies', value: row.allergies, hidden: row.allergies === null },
                    { label: 'Advice to the family', value: row.advice, hidden: row.advice === null },
                  ]}
                />
              </Section>
            ))}
            {adding && (
              <CommandDialog
                of={healthContract.save}
                title={`Health of ${child.name}`}
                text="A second time on one day replaces the first."
                confirm="Save"
                start={startOf(child, enrolmentId)}
                fields={{ measuredOn: { latest: todayIst(serverNow()) } }}
                refresh={['health']}
                done="Saved."
                onClose={() => setAdding(false)}
              />
            )}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

/** What stands of today already, else an empty form of today. */
function startOf({ rows }: Child, enrolmentId: string) {
  const measuredOn = todayIst(serverNow());
  const there = rows.find((row) => row.measuredOn === measuredOn);
  return {
    enrolmentId,
    measuredOn,
    vision: there?.vision ?? ('NOT_DONE' as const),
    dental: there?.dental ?? ('NOT_DONE' as const),
    hearing: there?.hearing ?? ('NOT_DONE' as const),
    height: there?.heightMm ? there.heightMm / 10 : null,
    weight: there?.weightG ? there.weightG / 1000 : null,
    remark: there?.remark ?? null,
    allergies: there?.allergies ?? null,
    advice: there?.advice ?? null,
  };
}

function Growth({ child }: { child: Child }) {
  const rows = child.rows.toReversed();
  const lines = [
    { title: 'Height in cm', of: rows.map((row) => [row.measuredOn, row.heightMm, 10] as const) },
    { title: 'Weight in kg', of: rows.map((row) => [row.measuredOn, row.weightG, 1000] as const) },
  ];
  return lines.map(({ title, of }) => {
    const data = of.flatMap(([day, value, per]) =>
      value === null ? [] : [{ label: formatDay(day), value: value / per }],
    );
    // One point is no line.
    return data.length < 2 ? null : (
      <Section key={title} title={title}>
        <LineChart title={title} data={data} series={[{ key: 'value', label: title }]} height={160} />
      </Section>
    );
  });
}
