import type { InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatPercent, formatRupees } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Badge, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { feePlanContract } from '../fee-plan/fee-plan.contract.ts';
import type { JoinProration } from '../fee-plan/plan-shape.ts';
import { PostingsTable, ScheduleTable } from '../fee-plan/schedule-table.tsx';
import { usePlanRules } from '../fee-plan/use-plan-rules.tsx';
import { sessionLabels } from '../finance-look.tsx';
import { ConcessionRows } from './concession-rows.tsx';
import { feeAssignmentContract } from './fee-assignment.contract.ts';
import { LateJoiner } from './late-joiner.tsx';

type OfChild = OutputOf<typeof feeAssignmentContract.ofChild>;
type Wanted = NonNullable<InputOf<typeof feeAssignmentContract.save>['concessions']>[number];

/** /fee-component/fee-plan/assign/{studentAdmissionID} */
export function AssignScreen() {
  const { studentAdmissionID = '' } = useParams();
  const query = useQuery(feeAssignmentContract.ofChild, { ref: studentAdmissionID });
  const { ready, joinProration } = usePlanRules();
  return (
    <QueryState query={query}>
      {(data) =>
        !ready ? null : (
          <Assign
            key={`${data.child.feeAccountId}:${data.assignments[0]?.version ?? 0}`}
            data={data}
            joinProration={joinProration}
            reference={studentAdmissionID}
          />
        )
      }
    </QueryState>
  );
}

function startOf(
  data: OfChild,
  joinProration: JoinProration,
): {
  planId: string | null;
  breakdownId: string | null;
  joinsOn: string;
  joinProration: JoinProration;
  concessions: Wanted[];
  note: string;
} {
  const open = data.assignments.find(
    (one) =>
      one.academicYearId === data.child.academicYearId &&
      (one.status === 'DRAFT' || one.status === 'REJECTED'),
  );
  const fitting = data.plans.find((plan) => plan.fits);
  const concessions = (open?.concessions ?? []).map(
    (c): Wanted => ({
      ...(c.concessionId
        ? { concessionId: c.concessionId }
        : { basis: c.basis, value: c.value, kinds: c.kinds as NonNullable<Wanted['kinds']> }),
      reason: c.reason,
      ...(c.document ? { documentFile: c.document.id } : {}),
    }),
  );
  const yearStart = `${data.child.academicYearId}-04-01`;
  const today = todayIst(serverNow());
  return {
    planId: open?.planId ?? fitting?.planId ?? null,
    breakdownId: open?.breakdownId ?? fitting?.options[0]?.id ?? null,
    joinsOn: open?.joinsOn ?? data.child.startsOn ?? (today < yearStart ? yearStart : today),
    joinProration: open?.joinProration ?? joinProration,
    concessions,
    note: open?.note ?? '',
  };
}

interface AssignProps {
  data: OfChild;
  reference: string;
  /** What a late joiner pays where nothing is chosen yet. */
  joinProration: JoinProration;
}

function Assign({ data, reference, joinProration }: AssignProps) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState(() => startOf(data, joinProration));
  const [problem, setProblem] = useState<string | null>(null);
  const [showBooks, setShowBooks] = useState(false);
  const { child } = data;
  const decided = data.assignments.find(
    (one) =>
      one.academicYearId === child.academicYearId && (one.status === 'APPROVED' || one.status === 'PENDING'),
  );
  const plan = data.plans.find((one) => one.planId === choice.planId);
  const ready =
    choice.planId !== null &&
    choice.breakdownId !== null &&
    choice.concessions.every(
      (c) => c.reason.trim() !== '' && (c.concessionId !== undefined || (c.value ?? 0) > 0),
    );
  const preview = useQuery(
    feePlanContract.whatIf,
    {
      franchiseeId: child.franchiseeId,
      planId: choice.planId ?? '',
      breakdownId: choice.breakdownId ?? '',
      joinsOn: choice.joinsOn,
      joinProration: choice.joinProration,
      concessions: choice.concessions,
    },
    { enabled: ready && !decided, keepPrevious: true },
  );
  const failed = { onError: (error: { message: string }) => setProblem(error.message) };
  const save = useCommand(feeAssignmentContract.save, { ...failed, refresh: ['fee-assignment'] });
  const submit = useCommand(feeAssignmentContract.submit, {
    ...failed,
    refresh: ['fee-assignment', 'finance'],
  });
  const keep = async () => {
    setProblem(null);
    return save.run({
      ref: reference,
      planId: choice.planId ?? '',
      breakdownId: choice.breakdownId ?? '',
      joinsOn: choice.joinsOn,
      joinProration: choice.joinProration,
      concessions: choice.concessions,
      ...(choice.note.trim() ? { note: choice.note.trim() } : {}),
    });
  };
  const handIn = async () => {
    const saved = await keep();
    if (!saved) return;
    const out = await submit.run(
      { id: saved.id, franchiseeId: saved.franchiseeId },
      { ifMatch: saved.version },
    );
    if (!out) return;
    notice.ok(
      out.status === 'APPROVED'
        ? 'Approved by rule: a standard plan.'
        : 'Submitted. Another user approves the plan.',
    );
    navigate(`/ledger/student-fee-plan/${reference}`);
  };
  return (
    <PageFrame
      title="Assign a fee plan"
      crumbs={[{ label: 'Student ledger', to: '/ledger/student-list' }]}
      context="centre-year"
    >
      <PersonHeader
        name={child.childLabel}
        facts={[
          { label: 'Class', value: child.className ?? 'not known yet' },
          { label: 'Session', value: child.session ? sessionLabels[child.session] : 'not known yet' },
          { label: 'Year', value: child.academicYear },
          { label: 'Centre', value: child.franchiseeName },
        ]}
      />
      {child.siblings.length > 0 ? (
        <Alert color="info">{`Brother or sister at this centre: ${child.siblings.join(', ')}. A sibling concession may apply.`}</Alert>
      ) : null}
      {decided ? (
        <Alert
          color="gray"
          title={
            <Group gap="xs">
              {decided.planName}
              <StatusTag area="fee-assignment" state={decided.status} />
            </Group>
          }
        >{`${formatRupees(decided.net)} in "${decided.optionName}".`}</Alert>
      ) : (
        <TwoColumns
          main={
            <Stack gap="md" mt="md">
              <Section title="Plan" help="Plans that fit the class and session stand first.">
                {data.plans.length === 0 ? (
                  <Text size="sm">
                    No approved plan for this year. Ask head office, or add one under Fee plans.
                  </Text>
                ) : (
                  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" role="radiogroup" aria-label="Plan">
                    {data.plans.map((one) => (
                      <Card
                        key={one.planId}
                        withBorder
                        component="button"
                        type="button"
                        role="radio"
                        aria-checked={choice.planId === one.planId}
                        ta="left"
                        padding="sm"
                        style={
                          choice.planId === one.planId
                            ? { borderColor: 'var(--mantine-primary-color-filled)' }
                            : undefined
                        }
                        onClick={() =>
                          setChoice({
                            ...choice,
                            planId: one.planId,
                            breakdownId: one.options[0]?.id ?? null,
                          })
                        }
                      >
                        <Group justify="space-between" wrap="nowrap">
                          <Text fw={600} size="sm">
                            {one.name}
                          </Text>
                          {one.fits ? <Badge variant="light">Fits</Badge> : null}
                        </Group>
                        <Text size="xs" c="dimmed">
                          {[one.className ?? 'Any class', sessionLabels[one.session]].join(' · ')}
                        </Text>
                        <Text size="sm">{formatRupees(one.total)} a year</Text>
                      </Card>
                    ))}
                  </SimpleGrid>
                )}
                <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="sm">
                  <FieldInput
                    kind="choice"
                    name="breakdownId"
                    label="Paid"
                    options={(plan?.options ?? []).map((option) => ({
                      value: option.id,
                      label: `${option.name}, ${option.instalments} ${option.instalments === 1 ? 'payment' : 'payments'}${option.discountBp > 0 ? `, ${formatPercent(option.discountBp)} less` : ''}`,
                    }))}
                    value={choice.breakdownId}
                    onChange={(value) =>
                      setChoice({ ...choice, breakdownId: (value as string | null) ?? null })
                    }
                  />
                  <FieldInput
                    kind="date"
                    name="joinsOn"
                    label="Joins on"
                    value={choice.joinsOn}
                    onChange={(value) => setChoice({ ...choice, joinsOn: String(value ?? choice.joinsOn) })}
                  />
                </SimpleGrid>
                <LateJoiner
                  joinsOn={choice.joinsOn}
                  lines={preview.data?.lines ?? []}
                  value={choice.joinProration}
                  onChange={(joinProration) => setChoice({ ...choice, joinProration })}
                />
                {plan && !plan.fits ? (
                  <Alert color="warning" mt="sm">
                    This plan is for another class or session. Say why in the note.
                  </Alert>
                ) : null}
              </Section>
              <ConcessionRows
                choices={data.concessions}
                rows={choice.concessions}
                onChange={(concessions) => setChoice({ ...choice, concessions })}
              />
              <Section title="What the parent sees">
                {preview.data ? (
                  <ScheduleTable schedule={preview.data} />
                ) : (
                  <Text size="sm" c="dimmed">
                    {preview.error?.message ?? 'Choose a plan and how it is paid.'}
                  </Text>
                )}
              </Section>
              {preview.data ? (
                <Section
                  title="What is booked"
                  help="One entry per instalment, on its due date, when the admission is confirmed."
                  actions={
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setShowBooks(!showBooks)}
                      aria-expanded={showBooks}
                    >
                      {showBooks ? 'Hide' : 'Show'}
                    </Button>
                  }
                >
                  {showBooks ? (
                    <PostingsTable postings={preview.data.postings} />
                  ) : (
                    <Text
                      size="sm"
                      c="dimmed"
                    >{`${new Set(preview.data.postings.map((p) => p.on)).size} entries`}</Text>
                  )}
                </Section>
              ) : null}
            </Stack>
          }
          rail={
            <Stack gap="md" mt="md">
              <Section title="Summary">
                <Stack gap={4}>
                  <Text size="sm">{`Net ${preview.data ? formatRupees(preview.data.net) : '–'}`}</Text>
                  <Text size="sm">
                    {preview.data && preview.data.deviationAmount > 0
                      ? `Concession ${formatRupees(preview.data.deviationAmount)} (${formatPercent(preview.data.deviationBp)}), approval level ${preview.data.approvalCode ?? ''}`
                      : 'Standard price'}
                  </Text>
                  {preview.data?.royalty != null ? (
                    <Text size="sm">{`Royalty when all is paid ${formatRupees(preview.data.royalty)}`}</Text>
                  ) : null}
                </Stack>
              </Section>
              <FieldInput
                kind="longText"
                name="note"
                label="Note for the approver"
                optional
                max={500}
                value={choice.note}
                onChange={(value) => setChoice({ ...choice, note: String(value ?? '') })}
              />
              {problem ? (
                <Alert color="danger" title="Not saved">
                  {problem}
                </Alert>
              ) : null}
              <Button
                disabled={!ready || !preview.data}
                loading={submit.running}
                onClick={() => void handIn()}
              >
                Save and submit
              </Button>
              <Button
                variant="default"
                disabled={!ready}
                loading={save.running}
                onClick={() =>
                  void keep().then((saved) => {
                    if (saved) notice.ok('Draft saved.');
                  })
                }
              >
                Save draft
              </Button>
            </Stack>
          }
        />
      )}
    </PageFrame>
  );
}
