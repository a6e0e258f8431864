import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatPercent, formatRupees } from '@aangan/web/format.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { type Column, dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Drawer, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { studentConcessionContract } from './student-concession.contract.ts';

export type ConcessionStep = 'approve' | 'reject' | 'revoke';
type Details = OutputOf<typeof studentConcessionContract.get>;

/** The drawer of one concession: what it changes, what it costs the budget, and the decision. */
export function ConcessionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(studentConcessionContract.get, { id }, { fresh: 0 });
  const [step, setStep] = useState<ConcessionStep | null>(null);
  return (
    <Drawer opened onClose={onClose} title={query.data?.childName ?? 'Concession'}>
      <QueryState query={query}>
        {(row) => (
          <Stack gap="md">
            <About row={row} documentUrl={async () => (await query.refetch()).data?.document?.url} />
            <Group>
              {row.can['approve'] ? <Button onClick={() => setStep('approve')}>Approve</Button> : null}
              {row.can['reject'] ? (
                <Button variant="default" onClick={() => setStep('reject')}>
                  Reject
                </Button>
              ) : null}
              {row.can['revoke'] ? (
                <Button variant="default" onClick={() => setStep('revoke')}>
                  Revoke
                </Button>
              ) : null}
            </Group>
            {row.status === 'PENDING' && !row.onRunningPlan ? (
              <Anchor
                component={Link}
                to={`/approve-plan/plan-details/${row.assignmentId ?? row.feeAccountId}`}
              >
                Decide it with its fee plan
              </Anchor>
            ) : null}
            <Lines row={row} />
            <HistoryPanel kind="student-concession" id={id} />
            {step ? <ConcessionDialog row={row} step={step} onClose={() => setStep(null)} /> : null}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

function About({ row, documentUrl }: { row: Details; documentUrl: () => Promise<string | undefined> }) {
  const { budget, shares } = row;
  const waits = row.status === 'PENDING';
  return (
    <>
      <Group>
        <StatusTag area="student-concession" state={row.status} />
        {waits && row.onRunningPlan && !row.can['approve'] ? (
          <Text c="dimmed">{`Needs ${row.code}`}</Text>
        ) : null}
      </Group>
      <Facts
        min={150}
        items={[
          { label: 'Concession', value: row.concession },
          { label: 'Fee plan', value: row.planName },
          { label: 'Amount', value: <Money paise={row.amount} /> },
          { label: 'Share of these fees', value: formatPercent(row.share) },
          { label: 'Asked by', value: row.askedBy },
          { label: 'Asked', value: <InstantText at={row.askedAt} /> },
          { label: 'This centre gives', value: formatPercent(shares.centreBp) },
          {
            label: 'All centres you see',
            value: formatPercent(shares.allBp ?? 0),
            hidden: shares.allBp === null,
          },
          {
            label: 'Less royalty',
            value: <Money paise={row.royaltyLess ?? 0} />,
            hidden: row.royaltyLess === null,
          },
        ]}
      />
      <Text>{row.reason}</Text>
      {row.decisionNote ? <Text c="dimmed">{`Decision: ${row.decisionNote}`}</Text> : null}
      {row.document ? (
        <FileLink name={row.document.name} address={documentUrl}>
          {row.document.name}
        </FileLink>
      ) : null}
      {budget ? <Budget budget={budget} more={waits && row.onRunningPlan ? row.amount : 0} /> : null}
    </>
  );
}

function Budget({ budget, more }: { budget: { amount: number; used: number }; more: number }) {
  const percent = (paise: number) =>
    budget.amount === 0 ? 100 : Math.min(100, (paise / budget.amount) * 100);
  const after = percent(budget.used + more);
  return (
    <Stack gap={4}>
      <Text size="sm">
        {`Budget of the year: ${formatRupees(budget.used)} of ${formatRupees(budget.amount)} given`}
        {more > 0 ? `, ${formatRupees(budget.used + more)} with this one` : ''}
      </Text>
      <Progress
        value={after}
        color={after >= 100 ? 'danger' : after >= 80 ? 'warning' : 'success'}
        aria-label="Concession budget used"
      />
    </Stack>
  );
}

const lineColumns: Column<Details['lines'][number]>[] = [
  textColumn('label', 'Later line', (line) => line.label),
  dayColumn('dueOn', 'Due', (line) => line.dueOn),
  moneyColumn('gross', 'Fee', (line) => line.gross),
  moneyColumn('less', 'Less', (line) => line.before + line.amount),
  moneyColumn('net', 'To pay', (line) => line.net),
];

const Lines = ({ row }: { row: Details }) =>
  row.lines.length === 0 ? null : (
    <ShortTable
      label="Later lines"
      rows={row.lines}
      keyOf={(line) => `${line.label}:${line.dueOn}`}
      columns={lineColumns}
      minWidth={420}
    />
  );

interface DialogProps {
  row: { id: string; version: number; childName: string; concession: string };
  step: ConcessionStep;
  onClose: () => void;
}

const words = {
  approve: {
    title: 'Approve the concession',
    text: 'Later lines that are not paid are lowered at once, in the ledger too.',
    confirm: 'Approve',
    done: 'Approved. The later lines are lower now.',
  },
  reject: {
    title: 'Reject the concession',
    text: 'Nothing changes for the family.',
    confirm: 'Reject',
    done: 'Rejected.',
  },
  revoke: {
    title: 'Revoke the concession',
    text: 'Later lines that are not paid rise again. What is paid or due stays as it is.',
    confirm: 'Revoke',
    done: 'Revoked. The later lines are back at their fee.',
  },
} as const;

/** The question of one decision. */
export function ConcessionDialog({ row, step, onClose }: DialogProps) {
  const { title, ...of } = words[step];
  const refresh = ['student-concession', 'student-ledger', 'fee-assignment'];
  return (
    <CommandDialog
      of={studentConcessionContract[step]}
      title={`${title} of ${row.childName}`}
      {...of}
      danger={step !== 'approve'}
      start={{ id: row.id }}
      ifMatch={row.version}
      refresh={refresh}
      onClose={onClose}
    />
  );
}
