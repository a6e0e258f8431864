import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Image, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { orderPath } from '../order-history/order-paths.ts';
import { type ClaimLine, type ClaimView, damageClaimContract as contract } from './damage-claim.contract.ts';
import { claimFaults, claimKinds, resolutions } from './damage-claim.states.ts';
import { DecideClaim } from './decide-claim.tsx';
import { ReOrderFree, ReOrderPaid } from './re-order-dialog.tsx';

const columns: Column<ClaimLine>[] = [
  textColumn('what', 'What', (line) => line.product, { minWidth: 160, second: (line) => line.whom }),
  textColumn('kind', 'It is', (line) => claimKinds[line.kind], { width: 120 }),
  textColumn('claimed', 'Claimed', (line) => formatCount(line.qtyClaimed), { align: 'end', width: 90 }),
  textColumn(
    'approved',
    'Approved',
    (line) => (line.qtyApproved === null ? null : formatCount(line.qtyApproved)),
    {
      align: 'end',
      width: 110,
      second: (line) => (line.qtyApproved && line.resolution ? resolutions[line.resolution] : null),
    },
  ),
  textColumn('reason', 'What happened', (line) => line.reason, { minWidth: 220 }),
  {
    id: 'photos',
    label: 'Photos',
    minWidth: 150,
    cell: (line) => (
      <Group gap={4}>
        {line.photos.map(({ id, name, url }) => (
          <a key={id} href={url} target="_blank" rel="noreferrer">
            <Image src={url} alt={name} w={44} h={44} radius="sm" fit="cover" />
          </a>
        ))}
      </Group>
    ),
  },
];

/** Who keeps the books opens the note; the others read what it comes to. */
function CreditNote({ credit }: { credit: NonNullable<ClaimView['credit']> }) {
  const { holds } = useSession();
  const words = credit.number ?? 'Waits for finance';
  return (
    <>
      <Money paise={credit.amount} />{' '}
      {holds('ledger') || holds('AddTransaction') ? (
        <Link to={`/ledger/transaction/add?tab=notes&note=${credit.id}`}>{words}</Link>
      ) : (
        words
      )}
    </>
  );
}

/** One claim: what was said, what was decided and by whom, and what can be done next. */
export function ClaimReview({ claim }: { claim: ClaimView }) {
  const [step, setStep] = useState<'decide' | 're-order' | null>(null);
  const take = useCommand(contract.take, { onError: (error) => notice.error(error) });
  const close = useCommand(contract.close, {
    onDone: () => notice.ok('Closed.'),
    onError: (error) => notice.error(error),
  });
  const Dialog = claim.fault === 'CENTRE' ? ReOrderPaid : ReOrderFree;
  const row = { id: claim.id, source: 'CLAIM', reference: claim.claimNo, qty: claim.replaces } as const;
  const version = { ifMatch: claim.version };
  return (
    <Section
      title={claim.claimNo}
      actions={
        <Group gap="xs">
          <StatusTag area="damage-claim" state={claim.status} />
          {claim.can['take'] ? (
            <Button loading={take.running} onClick={() => void take.run({ id: claim.id }, version)}>
              Take
            </Button>
          ) : null}
          {claim.can['decide'] ? <Button onClick={() => setStep('decide')}>Decide</Button> : null}
          {claim.can['reOrder'] ? <Button onClick={() => setStep('re-order')}>Re-order</Button> : null}
          {claim.can['close'] ? (
            <Button loading={close.running} onClick={() => void close.run({ id: claim.id }, version)}>
              The replacement is here
            </Button>
          ) : null}
        </Group>
      }
    >
      <Stack gap="md">
        <Facts
          min={160}
          items={[
            { label: 'Parcel', value: claim.shipmentNo, hidden: claim.shipmentNo === null },
            { label: 'Submitted', value: <InstantText at={claim.submittedAt} /> },
            { label: 'Submitted by', value: claim.submittedByName },
            { label: 'Taken by', value: claim.takenByName, hidden: claim.takenByName === null },
            { label: 'Decided by', value: claim.decidedByName, hidden: claim.decidedByName === null },
            {
              label: 'Fault',
              value: claim.fault ? claimFaults[claim.fault] : null,
              hidden: claim.fault === null,
            },
            { label: 'Note', value: claim.decisionNote, hidden: claim.decisionNote === null },
            {
              label: 'Replacement',
              value: claim.reorder ? (
                <Link to={orderPath({ ...claim.reorder, franchiseeId: claim.franchiseeId })}>
                  {claim.reorder.orderNo}
                </Link>
              ) : null,
              hidden: claim.reorder === null,
            },
            {
              label: 'Credit note',
              value: claim.credit ? <CreditNote credit={claim.credit} /> : null,
              hidden: claim.credit === null,
            },
          ]}
        />
        <ShortTable
          label={`Lines of ${claim.claimNo}`}
          rows={claim.lines}
          keyOf={(line) => line.id}
          columns={columns}
          minWidth={760}
        />
        {claim.status === 'SUBMITTED' ? null : <HistoryPanel kind="damage-claim" id={claim.id} />}
      </Stack>
      {step === 'decide' ? <DecideClaim claim={claim} onClose={() => setStep(null)} /> : null}
      {step === 're-order' ? <Dialog row={row} onClose={() => setStep(null)} /> : null}
    </Section>
  );
}
