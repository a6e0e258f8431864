import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable, listingFilters } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import '../audits-look.tsx';
import { viewPath } from '../view/audit-paths.ts';
import { findingContract as contract } from './finding.contract.ts';
import { findings } from './finding.listing.ts';

type Row = ListingRow<typeof findings.endpoints.list>;
type Step = 'respond' | 'verify' | 'return' | 'close' | 'extend' | 'withdraw';
type Input = Readonly<Record<string, unknown>>;

const words: Readonly<
  Record<Step, { label: string; title: string; confirm: string; done: string; danger?: true }>
> = {
  respond: {
    label: 'Answer',
    title: 'What was done?',
    confirm: 'Answer',
    done: 'The answer waits for verification.',
  },
  verify: { label: 'Verify', title: 'Verify the answer', confirm: 'Verify', done: 'Verified.' },
  return: { label: 'Return', title: 'Give the answer back', confirm: 'Return', done: 'Given back.' },
  close: { label: 'Close', title: 'Close the finding', confirm: 'Close', done: 'Closed.' },
  extend: {
    label: 'Give more days',
    title: 'Give more days',
    confirm: 'Extend',
    done: 'The due day is moved.',
  },
  withdraw: {
    label: 'Withdraw',
    title: 'Withdraw the finding',
    confirm: 'Withdraw',
    done: 'Withdrawn.',
    danger: true,
  },
};
const order: readonly Step[] = ['respond', 'verify', 'return', 'close', 'extend', 'withdraw'];

function FindingList({ title, fixed }: { title: string; fixed: Input }) {
  const [asked, setAsked] = useState<{ step: Step; row: Row } | null>(null);
  const filters = useMemo(() => listingFilters(findings).filter(({ name }) => !(name in fixed)), [fixed]);
  const list = useList(findings.endpoints.list as Endpoint, { filters, sort: findings.sort, input: fixed });
  return (
    <PageFrame title={title} count={list.total ?? undefined} fill context="centre">
      <ListingTable
        of={findings}
        list={list as never}
        cells={{
          text: { minWidth: 260, second: (row: Row) => row.response ?? row.reason },
          audit: { second: (row: Row) => row.centre },
          dueOn: { second: (row: Row) => (row.overdue === 'YES' ? 'Overdue' : undefined) },
          status: { cell: (row: Row) => <StatusTag area="finding" state={row.status} /> },
        }}
        rowLink={(row: Row) => viewPath(row.family, row.auditId)}
        actions={(row: Row) =>
          order.map((step) => ({
            label: words[step].label,
            hidden: !row.can[step],
            frequent: step === 'respond' || step === 'verify',
            ...(words[step].danger ? { danger: true } : {}),
            run: () => setAsked({ step, row }),
          }))
        }
        searchHint="Question, finding or audit"
        empty={{
          title: 'No findings here.',
          help: 'What a published audit found stands here until it is closed.',
        }}
      />
      {asked ? <StepDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </PageFrame>
  );
}

function StepDialog({ step, row, onClose }: { step: Step; row: Row; onClose: () => void }) {
  const { title, confirm, done, danger } = words[step];
  return (
    <CommandDialog
      of={contract[step] as typeof contract.respond}
      title={title}
      text={
        <>
          <Text size="sm">{row.text}</Text>
          {row.response && step !== 'respond' ? (
            <Text size="sm" c="dimmed">
              {row.response}
            </Text>
          ) : null}
          {step === 'respond' && row.needsPhoto ? (
            <Text size="sm">A photo of how it is now is needed.</Text>
          ) : null}
        </>
      }
      confirm={confirm}
      {...(danger ? { danger } : {})}
      start={{ id: row.id }}
      ifMatch={row.version}
      refresh={['finding', 'audit', 'home']}
      done={done}
      onClose={onClose}
    />
  );
}

const ALL: Input = {};
const CLOSURE: Input = { status: ['RESPONDED', 'VERIFIED'] };

/** /general-audit/add-reponse */
export const AnswerFindings = () => <FindingList title="Answer findings" fixed={ALL} />;
/** /general-audit/closure-list */
export const ClosureList = () => <FindingList title="Findings to verify" fixed={CLOSURE} />;
