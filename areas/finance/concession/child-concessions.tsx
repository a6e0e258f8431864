import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatPercent, formatRupees } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import '../finance-look.tsx';
import { financeModules } from '../modules.ts';
import { studentConcessionContract } from './student-concession.contract.ts';

/** Concessions of a child beside its plan, and asking for one more while instalments are still to come. */
export function ChildConcessions({ reference }: { reference: string }) {
  const query = useQuery(studentConcessionContract.ofChild, { ref: reference }, { fresh: 0 });
  const { holds } = useSession();
  const [asked, setAsked] = useState<{ assignmentId: string; planName: string } | null>(null);
  return (
    <QueryState query={query}>
      {({ plans, rows }) => (
        <Section
          title="Concessions"
          actions={
            holds(financeModules.feeConcession, true)
              ? plans
                  .filter((plan) => !plan.waiting)
                  .map((plan) => (
                    <Button
                      key={plan.assignmentId}
                      size="xs"
                      variant="default"
                      onClick={() => setAsked(plan)}
                    >
                      {plans.length > 1 ? `Ask a concession on ${plan.planName}` : 'Ask a concession'}
                    </Button>
                  ))
              : null
          }
        >
          <Stack gap="sm">
            {rows.length === 0 ? (
              <Text size="sm" c="dimmed">
                No concession: the standard price.
              </Text>
            ) : null}
            {rows.map((row) => (
              <Stack key={row.id} gap={2}>
                <Group gap="sm">
                  <Text fw={600}>{row.name}</Text>
                  <Money paise={row.amount} />
                  <StatusTag area="student-concession" state={row.status} />
                </Group>
                <Text size="sm" c="dimmed">
                  <InstantText at={row.askedAt} />
                  {` · ${row.reason}`}
                  {row.decisionNote ? ` · ${row.decisionNote}` : ''}
                </Text>
              </Stack>
            ))}
          </Stack>
          {asked ? <Ask {...asked} onClose={() => setAsked(null)} /> : null}
        </Section>
      )}
    </QueryState>
  );
}

function Ask({
  assignmentId,
  planName,
  onClose,
}: {
  assignmentId: string;
  planName: string;
  onClose: () => void;
}) {
  const own = (values: Readonly<Record<string, unknown>>) => !values['concessionId'];
  return (
    <CommandDialog
      of={studentConcessionContract.request}
      title={`Ask a concession on ${planName}`}
      text="Another person approves it; then the later lines that are not paid are lowered."
      confirm="Ask for approval"
      start={{ assignmentId, basis: 'PERCENT', kinds: ['TUITION'] }}
      fields={{
        basis: { when: own },
        percent: { when: (values) => own(values) && values['basis'] === 'PERCENT' },
        amount: { when: (values) => own(values) && values['basis'] === 'AMOUNT' },
        kinds: { when: own },
      }}
      refresh={['student-concession']}
      done={(out) =>
        `Asked: ${formatRupees(out.amount)} over ${out.lines} lines, ${formatPercent(out.deviationBp)}. Needs ${out.code}.`
      }
      onClose={onClose}
    />
  );
}
