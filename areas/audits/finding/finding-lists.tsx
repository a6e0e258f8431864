import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { listLink } from '@aangan/web/list/list-state.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Group, Text } from '@mantine/core';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import '../audits-look.tsx';
import { viewPath } from '../view/audit-paths.ts';
import { AuditPhoto } from '../view/audit-photo.tsx';
import { findingContract as contract } from './finding.contract.ts';
import { findings } from './finding.listing.ts';

type Row = ListingRow<typeof findings.endpoints.list>;
type Step = 'respond' | 'verify' | 'return' | 'close' | 'extend' | 'withdraw';

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
/** Shown beside the row's menu. */
const quick: Partial<Record<Step, ReactElement>> = {
  respond: <IconPencil {...icon} />,
  verify: <IconCheck {...icon} />,
};
const order: readonly Step[] = ['respond', 'verify', 'return', 'close', 'extend', 'withdraw'];

/** Opened without a filter it starts with these states; the person may choose others. */
function FindingList({ title, first }: { title: string; first: readonly string[] }) {
  const { search } = useLocation();
  const [ready, setReady] = useState(search !== '');
  useEffect(() => setReady(true), []);
  return ready ? <Findings title={title} /> : <Navigate to={listLink('.', { status: first })} replace />;
}

function Findings({ title }: { title: string }) {
  const [asked, setAsked] = useState<{ step: Step; row: Row } | null>(null);
  const list = useListing(findings);
  return (
    <PageFrame title={title} count={list.total ?? undefined} fill context="centre">
      <ListingTable
        of={findings}
        list={list}
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
            ...(step in quick ? { frequent: true, icon: quick[step] } : {}),
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
          {step === 'respond' ? null : (
            <Group gap="xs">
              {row.photoIds.map((fileId, n) => (
                <AuditPhoto key={fileId} auditId={row.auditId} fileId={fileId} n={n + 1} />
              ))}
            </Group>
          )}
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

const WAITING = ['OPEN', 'RETURNED'];
const TO_VERIFY = ['RESPONDED', 'VERIFIED'];

/** /general-audit/add-reponse */
export const AnswerFindings = () => <FindingList title="Answer findings" first={WAITING} />;
/** /general-audit/closure-list */
export const ClosureList = () => <FindingList title="Findings to verify" first={TO_VERIFY} />;
