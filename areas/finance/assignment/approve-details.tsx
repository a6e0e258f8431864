import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent, formatRupees } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { PostingsTable, ScheduleTable } from '../fee-plan/schedule-table.tsx';
import '../finance-look.tsx';
import { DecideAssignment } from './approve-list.tsx';
import { feeAssignmentContract } from './fee-assignment.contract.ts';

const DECISIONS: Readonly<Record<string, string>> = {
  APPROVE: 'Approved',
  REJECT: 'Sent back',
  RETURN: 'Sent back',
};

const documentIn = (details: OutputOf<typeof feeAssignmentContract.details> | undefined, id: string) =>
  details?.assignment?.concessions.find((one) => one.id === id)?.document?.url;

/** /approve-plan/plan-details/{enquiryID}: standard against asked, concessions, history, what will be booked. */
export function ApprovePlanDetails() {
  const { enquiryID = '' } = useParams();
  const query = useQuery(feeAssignmentContract.details, { ref: enquiryID });
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  return (
    <PageFrame
      title="Fee plan of a child"
      crumbs={[{ label: 'Fee plans to approve', to: '/approve-plan/list' }]}
    >
      <QueryState query={query}>
        {({ child, assignment, asked: schedule, standard, budget, history }) => {
          if (!assignment || !schedule)
            return (
              <EmptyState
                title={`No fee plan is proposed for ${child.childLabel}`}
                action={{ label: 'Assign a plan', to: `/fee-component/fee-plan/assign/${enquiryID}` }}
              />
            );
          return (
            <Stack gap="md">
              <PersonHeader
                name={child.childLabel}
                state={<StatusTag area="fee-assignment" state={assignment.status} />}
                facts={[
                  { label: 'Plan', value: `${assignment.planName}, ${assignment.optionName}` },
                  { label: 'Class', value: child.className ?? '–' },
                  { label: 'Centre', value: child.franchiseeName },
                  { label: 'Joins on', value: <DateText day={assignment.joinsOn} /> },
                  ...(assignment.joinProration === 'NONE'
                    ? []
                    : [
                        {
                          label: 'Late joiner',
                          value:
                            assignment.joinProration === 'MONTH_BANDS' ? 'pays by months' : 'pays by days',
                        },
                      ]),
                ]}
                actions={
                  assignment.status === 'PENDING' ? (
                    assignment.can['approve'] ? (
                      <Group gap="xs">
                        <Button onClick={() => setAsked('approve')}>Approve</Button>
                        <Button variant="default" color="danger" onClick={() => setAsked('reject')}>
                          Reject
                        </Button>
                      </Group>
                    ) : (
                      <Text size="sm">Another user who may approve plans decides this one.</Text>
                    )
                  ) : undefined
                }
              />
              <TwoColumns
                main={
                  <Stack gap="md">
                    <Section title="Standard against asked" flush>
                      <ScheduleTable schedule={schedule} standard={standard} />
                    </Section>
                    <Section title="What is booked" flush>
                      <PostingsTable postings={schedule.postings} />
                    </Section>
                  </Stack>
                }
                rail={
                  <Stack gap="md">
                    <Section title="Figures">
                      <Facts
                        items={[
                          { label: 'Net', value: <Money paise={assignment.net} /> },
                          {
                            label: 'Concession',
                            value:
                              assignment.deviationAmount === 0
                                ? 'None'
                                : `${formatRupees(assignment.deviationAmount)} (${formatPercent(assignment.deviationBp)})`,
                          },
                          { label: 'Approval level', value: schedule.approvalCode ?? 'None' },
                          ...(schedule.royalty === null
                            ? []
                            : [
                                {
                                  label: 'Royalty when all is paid',
                                  value: <Money paise={schedule.royalty} />,
                                },
                              ]),
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
                    {assignment.concessions.length > 0 ? (
                      <Section title="Concessions">
                        <Stack gap="xs">
                          {assignment.concessions.map((c) => (
                            <Stack key={c.id} gap={0}>
                              <Text
                                size="sm"
                                fw={600}
                              >{`${c.name}: ${c.basis === 'PERCENT' ? formatPercent(c.value) : formatRupees(c.value)}${c.royaltyOnly ? ' of royalty' : `, ${formatRupees(c.amount)}`}`}</Text>
                              <Text size="sm">{c.reason}</Text>
                              {c.document ? (
                                <FileLink
                                  name={c.document.name}
                                  address={async () => documentIn((await query.refetch()).data, c.id)}
                                >
                                  {c.document.name}
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
                      <TimelineList
                        items={[
                          ...history
                            .map((one) => ({
                              at: one.at,
                              who: one.who,
                              what: DECISIONS[one.decision] ?? one.decision.toLowerCase(),
                              note: one.note,
                            }))
                            .reverse(),
                          ...(assignment.submittedAt
                            ? [
                                {
                                  at: assignment.submittedAt,
                                  who: assignment.submittedByName,
                                  what: 'Submitted',
                                },
                              ]
                            : []),
                        ]}
                      />
                    </Section>
                  </Stack>
                }
              />
              {asked ? (
                <DecideAssignment
                  row={{
                    id: assignment.id,
                    franchiseeId: assignment.franchiseeId,
                    childLabel: child.childLabel,
                    net: assignment.net,
                    version: assignment.version,
                  }}
                  what={asked}
                  onClose={() => setAsked(null)}
                />
              ) : null}
            </Stack>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}
