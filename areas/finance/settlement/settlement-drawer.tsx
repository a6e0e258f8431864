import type { Endpoint, OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import '../finance-look.tsx';
import { useSureCommand } from '../use-sure-command.tsx';
import { PayoutTree } from './payout-tree.tsx';
import { settlementContract as c, type settlements } from './settlement.contract.ts';

export type SettlementRow = ListingRow<typeof settlements.endpoints.list>;
export type SettlementStep =
  | 'submit'
  | 'approve'
  | 'reject'
  | 'discard'
  | 'initiate'
  | 'paid'
  | 'fail'
  | 'reopen'
  | 'return';
type Settlement = OutputOf<typeof c.get>;

export const stepLabels: Readonly<Record<SettlementStep, string>> = {
  submit: 'Ask for approval',
  approve: 'Approve',
  reject: 'Back to draft',
  discard: 'Discard',
  initiate: 'Given to the bank',
  paid: 'Enter UTR',
  fail: 'Refused by the bank',
  reopen: 'Send again',
  return: 'Returned',
};
const DANGER: ReadonlySet<SettlementStep> = new Set(['reject', 'discard', 'fail', 'return']);
export const isDanger = (step: SettlementStep): boolean => DANGER.has(step);
const REFRESH = ['settlement', 'franchisee-due', 'franchisee-ledger', 'nodal-ledger', 'ledger', 'home'];

/** One payout: what it is made of, what was decided, and the next steps. */
export function SettlementDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(c.get, { id }, { fresh: 0 });
  const [step, setStep] = useState<SettlementStep | null>(null);
  const row = query.data;
  return (
    <Drawer
      opened
      onClose={onClose}
      size="lg"
      title={row ? `${row.number ?? 'Payout'} · ${row.centre}` : 'Payout'}
    >
      <QueryState query={query}>
        {(one) => (
          <Stack gap="md">
            <Group justify="space-between">
              <StatusTag area="settlement" state={one.status} />
              <Group gap="xs">
                {(Object.keys(stepLabels) as SettlementStep[])
                  .filter((name) => one.can[name])
                  .map((name, at) => (
                    <Button
                      key={name}
                      variant={at === 0 && !isDanger(name) ? 'filled' : 'default'}
                      onClick={() => setStep(name)}
                    >
                      {stepLabels[name]}
                    </Button>
                  ))}
              </Group>
            </Group>
            {one.problem ? <Alert color="warning">{one.problem}</Alert> : null}
            <About one={one} />
            <PayoutTree payout={one} />
            <HistoryPanel kind="settlement" id={id} />
            {step ? <SettlementDialog row={one} step={step} onClose={() => setStep(null)} /> : null}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

const About = ({ one }: { one: Settlement }) => (
  <Facts
    min={150}
    items={[
      { label: 'Net', value: <Money paise={one.net} /> },
      { label: 'Up to', value: <DateText day={one.cutOff} /> },
      { label: 'To', value: one.account, hidden: one.account === null },
      { label: 'UTR', value: one.utr, hidden: one.utr === null },
      {
        label: 'Paid',
        value: one.paidOn ? <DateText day={one.paidOn} /> : null,
        hidden: one.paidOn === null,
      },
      { label: 'Prepared by', value: one.builtBy ?? 'The product' },
      { label: 'Prepared', value: <InstantText at={one.builtAt} /> },
      { label: 'Attempt', value: one.attempt, hidden: one.attempt === 1 },
    ]}
  />
);

interface DialogProps {
  row: Pick<SettlementRow, 'id' | 'version' | 'net' | 'centre'>;
  step: SettlementStep;
  onClose: () => void;
}

const forms = {
  approve: {
    of: c.approve,
    text: 'It is numbered, and the dues in it are set off in both books.',
    confirm: 'Approve payout',
    done: 'Approved. It can be given to the bank.',
  },
  reject: {
    of: c.reject,
    text: 'It can be changed and asked for again.',
    confirm: 'Back to draft',
    done: 'It is a draft again.',
  },
  paid: {
    of: c.recordUtr,
    text: 'The receipts become transferred and the centre is notified.',
    confirm: 'Record UTR',
    done: 'Paid out.',
  },
  fail: {
    of: c.fail,
    text: 'What was booked with it is taken back; it can be sent again.',
    confirm: 'Refused by the bank',
    done: 'It can be sent again.',
  },
  return: {
    of: c.returned,
    text: 'The receipts stay transferred; the next payout carries the money.',
    confirm: 'Record return',
    done: 'The next payout carries it.',
  },
} as const;

const sure = {
  submit: {
    of: c.submit,
    text: 'Another person approves it. It stays as it is until then.',
    done: 'Waits for approval.',
  },
  discard: { of: c.discard, text: 'Its receipts are free for another payout.', done: 'Discarded.' },
  initiate: {
    of: c.initiate,
    text: 'The bank has the file. The money is on its way from now on.',
    done: 'Enter the UTR when the bank has paid.',
  },
  reopen: {
    of: c.reopen,
    text: 'It goes to the account that is verified now.',
    done: 'It can be given to the bank again.',
  },
} as const;

export function SettlementDialog({ row, step, onClose }: DialogProps) {
  const title = `${stepLabels[step]}: ${formatRupees(row.net)} for ${row.centre}`;
  if (step in sure)
    return <Sure row={row} step={step as keyof typeof sure} title={title} onClose={onClose} />;
  const { of, text, confirm, done } = forms[step as keyof typeof forms];
  const today = todayIst(new Date(serverNow()));
  const start: Record<string, string> = { id: row.id };
  if (step === 'paid') start['paidOn'] = today;
  if (step === 'return') start['returnedOn'] = today;
  return (
    <CommandDialog<Endpoint>
      of={of}
      title={title}
      text={text}
      confirm={confirm}
      danger={isDanger(step)}
      start={start}
      ifMatch={row.version}
      refresh={REFRESH}
      done={done}
      onClose={onClose}
    />
  );
}

function Sure({ row, step, title, onClose }: DialogProps & { step: keyof typeof sure; title: string }) {
  const { of, text, done } = sure[step];
  const run = useSureCommand<Endpoint>(of, { refresh: REFRESH, onDone: () => notice.ok(done) });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      text={text}
      confirm={stepLabels[step]}
      danger={isDanger(step)}
      run={() => run({ id: row.id }, row.version)}
    />
  );
}
