import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, formatRupees } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { PaymentExceptions } from '../payment/payment-exceptions.tsx';
import { DailyProof, Periods, Reconciliation } from '../recon/recon-tabs.tsx';
import { ledgerContract } from './ledger.contract.ts';
import { TrialBalance } from './trial-balance.tsx';

/** /ledger/nodal: parents' money at head office, its book, and the proof that nobody changed yesterday. */
export function NodalLedger() {
  const query = useQuery(ledgerContract.nodal, {}, { every: 30_000 });
  return (
    <PageFrame title="Head office books">
      <QueryState query={query}>
        {(facts) => (
          <PageTabs
            tabs={[
              {
                value: 'overview',
                label: 'Overview',
                content: (
                  <Stack gap="md">
                    <Section title="Parents' money" help="What head office holds, and whose it is.">
                      <Facts
                        min={150}
                        items={[
                          { label: 'At the gateway', value: <Money paise={facts.clearing} /> },
                          { label: 'In the nodal account', value: <Money paise={facts.bank} /> },
                          { label: 'Held in all', value: <Money paise={facts.held} /> },
                          { label: 'Owed to centres', value: <Money paise={facts.payable} /> },
                          { label: 'Payouts on their way', value: <Money paise={facts.payoutInTransit} /> },
                          { label: 'Refunds on their way', value: <Money paise={facts.refundInTransit} /> },
                          { label: 'Suspense', value: <Money paise={facts.suspense} /> },
                          { label: 'Owed in all', value: <Money paise={facts.owed} /> },
                          { label: 'Operating account', value: <Money paise={facts.operating} /> },
                        ]}
                      />
                    </Section>
                    {facts.difference === 0 ? (
                      <Alert color="success">Held and owed agree to the paisa.</Alert>
                    ) : (
                      <Alert color={facts.difference < 0 ? 'danger' : 'warning'}>
                        {facts.difference < 0
                          ? `${formatRupees(-facts.difference)} less is held than owed.`
                          : `${formatRupees(facts.difference)} more is held than owed: royalty and dues that were set off or paid in and are not swept yet.`}
                      </Alert>
                    )}
                  </Stack>
                ),
              },
              { value: 'reconciliation', label: 'Reconciliation', content: <Reconciliation /> },
              { value: 'proof', label: 'Proof', content: <DailyProof /> },
              { value: 'periods', label: 'Periods', content: <Periods /> },
              { value: 'trial', label: 'Trial balance', content: <TrialBalance franchiseeId={1} /> },
              { value: 'chain', label: 'Chain', content: <Chain facts={facts} /> },
              {
                value: 'exceptions',
                label: 'Payment exceptions',
                count: facts.exceptions,
                content: <PaymentExceptions />,
              },
            ]}
          />
        )}
      </QueryState>
    </PageFrame>
  );
}

interface ChainFacts {
  unsealed: number;
  lastSealedAt: string | null;
  books: number;
  lastCheck: { at: string; ok: boolean; entries: number; findings: string[] } | null;
}

function Chain({ facts }: { facts: ChainFacts }) {
  const verify = useCommand(ledgerContract.verify, {
    refresh: ['nodal-ledger'],
    onDone: ({ queued }) =>
      notice.ok(
        queued ? 'Verifying. The result appears here.' : 'A check was asked for this minute already.',
      ),
    onError: (error) => notice.error(error),
  });
  return (
    <Section
      title="Chain of entries"
      help="Every entry is sealed within seconds; a changed entry breaks the chain and is named."
      actions={
        <Button size="xs" loading={verify.running} onClick={() => void verify.run({})}>
          Verify now
        </Button>
      }
    >
      <Stack gap="sm">
        <Facts
          items={[
            { label: 'Books', value: formatCount(facts.books) },
            { label: 'Waiting for their seal', value: formatCount(facts.unsealed) },
            { label: 'Last sealed', value: <InstantText at={facts.lastSealedAt} ago /> },
          ]}
        />
        {facts.lastCheck ? (
          <Stack gap="xs">
            <Text size="sm">
              Last verified <InstantText at={facts.lastCheck.at} ago />:{' '}
              {formatCount(facts.lastCheck.entries)} entries{' '}
              <Tag tone={facts.lastCheck.ok ? 'success' : 'danger'}>
                {facts.lastCheck.ok ? 'Everything holds' : 'Broken'}
              </Tag>
            </Text>
            {facts.lastCheck.findings.length > 0 ? (
              <List size="sm">
                {facts.lastCheck.findings.map((text) => (
                  <List.Item key={text}>{text}</List.Item>
                ))}
              </List>
            ) : null}
          </Stack>
        ) : (
          <Text size="sm" c="dimmed">
            Not verified yet. It runs each night at 02:00.
          </Text>
        )}
      </Stack>
    </Section>
  );
}
