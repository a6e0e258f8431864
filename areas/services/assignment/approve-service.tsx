import { formatWeekdays, weekdayMask } from '@aangan/contract/weekday.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent, formatRupees } from '@aangan/web/format.ts';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { ScheduleTable } from '../../finance/public.web.tsx';
import { directions } from '../catalogue/service-words.ts';
import '../services-look.tsx';
import { DecideService } from './approve-list.tsx';
import { SeatsText } from './seats-text.tsx';
import { serviceAssignmentContract as contract } from './service-assignment.contract.ts';

/** /services/approve-plan/{enquiryID}: standard against asked, the seat, concessions, history. */
export function ApproveService() {
  const { enquiryID = '' } = useParams();
  const query = useQuery(contract.get, { enquiryId: enquiryID }, { fresh: 0 });
  const [step, setStep] = useState<'approve' | 'reject' | null>(null);
  return (
    <PageFrame
      title="Service of a child"
      context="centre"
      crumbs={[{ label: 'Approve service plans', to: '/services/approve-plan' }]}
    >
      <QueryState query={query}>
        {({ row, assignment, seats, plan, asked, standard, budget, history }) => (
          <Stack gap="md">
            <PersonHeader
              name={row.childName}
              state={<StatusTag area="service-assignment" state={row.status} />}
              facts={[
                { label: 'Service', value: row.service },
                { label: 'Plan', value: `${plan.planName}, ${plan.optionName}` },
                { label: 'Centre', value: row.centre },
                { label: 'From', value: <DateText day={row.startsOn} /> },
                { label: 'Until', value: <DateText day={row.endsOn} /> },
              ]}
              actions={
                row.can['approve'] ? (
                  <Group gap="xs">
                    <Button onClick={() => setStep('approve')}>Approve</Button>
                    <Button variant="default" color="danger" onClick={() => setStep('reject')}>
                      Reject
                    </Button>
                  </Group>
                ) : row.status === 'PENDING' ? (
                  <Text size="sm">Another person who may approve plans decides this one.</Text>
                ) : undefined
              }
            />
            <TwoColumns
              main={
                <Section title="Standard against asked" flush>
                  <Suspense>
                    <ScheduleTable schedule={asked} standard={standard} />
                  </Suspense>
                </Section>
              }
              rail={
                <Stack gap="md">
                  <Section title="Seat">
                    <Stack gap="xs">
                      <SeatsText seats={seats} from={row.startsOn} />
                      <Facts
                        items={[
                          { label: 'Days', value: formatWeekdays(weekdayMask(assignment.weekdays)) },
                          ...(assignment.direction
                            ? [
                                { label: 'Direction', value: directions[assignment.direction] },
                                { label: 'Stop', value: assignment.stopText ?? '–' },
                                {
                                  label: 'Seat on the bus',
                                  value: assignment.stopId
                                    ? 'Taken with the approval'
                                    : 'Given later, in Transport',
                                },
                                {
                                  label: 'Distance',
                                  value:
                                    assignment.distanceM === null
                                      ? '–'
                                      : `${assignment.distanceM} m, slab ${assignment.slab ?? '–'}`,
                                },
                              ]
                            : []),
                          ...(assignment.holdUntil
                            ? [{ label: 'Held until', value: <DateText day={assignment.holdUntil} /> }]
                            : []),
                        ]}
                      />
                    </Stack>
                  </Section>
                  <Section title="Figures">
                    <Facts
                      items={[
                        { label: 'First instalment', value: <Money paise={row.firstAmount} /> },
                        { label: 'Each one after', value: <Money paise={row.monthly} /> },
                        { label: 'Total', value: <Money paise={row.net} /> },
                        {
                          label: 'Concession',
                          value:
                            plan.deviationAmount === 0
                              ? 'None'
                              : `${formatRupees(plan.deviationAmount)} (${formatPercent(plan.deviationBp)})`,
                        },
                        { label: 'Approval level', value: asked.approvalCode ?? 'None' },
                        ...(asked.royalty === null
                          ? []
                          : [{ label: 'Royalty when all is paid', value: <Money paise={asked.royalty} /> }]),
                        ...(budget === null
                          ? []
                          : [
                              {
                                label: 'Concession budget used',
                                value: `${formatRupees(budget.used)} of ${formatRupees(budget.amount)}`,
                              },
                            ]),
                      ]}
                    />
                  </Section>
                  {plan.concessions.length > 0 ? (
                    <Section title="Concessions">
                      <Stack gap="xs">
                        {plan.concessions.map(({ id, name, amount, reason, document }) => (
                          <Stack key={id} gap={0}>
                            <Text size="sm" fw={600}>{`${name}: ${formatRupees(amount)}`}</Text>
                            <Text size="sm">{reason}</Text>
                            {document ? (
                              <FileLink
                                name={document.name}
                                address={async () =>
                                  (await query.refetch()).data?.plan.concessions.find((one) => one.id === id)
                                    ?.document?.url
                                }
                              >
                                {document.name}
                              </FileLink>
                            ) : null}
                          </Stack>
                        ))}
                      </Stack>
                    </Section>
                  ) : null}
                  {assignment.note ? (
                    <Section title="Note">
                      <Text size="sm">{assignment.note}</Text>
                    </Section>
                  ) : null}
                  <Section title="History">
                    <TimelineList items={history} />
                  </Section>
                </Stack>
              }
            />
            {step ? <DecideService row={row} step={step} onClose={() => setStep(null)} /> : null}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}
