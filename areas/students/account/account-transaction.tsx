import { academicYearDays, academicYearLabel, formatDate, latestYear } from '@aangan/contract/period.ts';
import { formatAmount } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { call } from '@aangan/web/api/call.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { toCsv } from '@aangan/web/record/import-file.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { ledgerContract, type Statement } from '../../finance/ledger/ledger.contract.ts';
import { homeContract } from '../home/home.contract.ts';
import { type AccountChild, AccountPage, DETAILS, TRANSACTIONS } from './account-page.tsx';
import { words } from './account-words.tsx';
import { StatementTable } from './statement-table.tsx';

/** Years back that can be chosen: a child stays at most five years in pre-school. */
const YEARS = 6;

/** /student-account/transaction */
export function AccountTransactions() {
  const t = useText(words);
  return (
    <AccountPage
      title={t('transactions')}
      path={TRANSACTIONS}
      menu={(child) => [{ label: t('details'), to: `${DETAILS}?student=${child.studentAdmissionId}` }]}
    >
      {(child, family) => (
        <Stack key={child.studentAdmissionId} gap="md">
          <Movements child={child} />
          {family ? <Receipts child={child} /> : null}
        </Stack>
      )}
    </AccountPage>
  );
}

function Movements({ child }: { child: AccountChild }) {
  const t = useText(words);
  const latest = latestYear(new Date());
  const [year, setYear] = useState(latest);
  const [after, setAfter] = useState<string | undefined>(undefined);
  const query = useQuery(
    ledgerContract.student,
    // Instalments of later days are billed ahead in the books; they stand under Fees.
    { ref: child.studentId, ...academicYearDays(year), ...(after ? { after } : {}) },
    { fresh: 0, keepPrevious: true },
  );
  if (query.error?.status === 404) return <EmptyState title={t('noPlan')} help={t('noPlanHelp')} />;
  return (
    <>
      <Group align="end" justify="space-between" className="no-print">
        <FieldInput
          kind="choice"
          name="year"
          label={t('year')}
          value={String(year)}
          onChange={(value) => {
            setYear(Number(value ?? latest));
            setAfter(undefined);
          }}
          options={Array.from({ length: YEARS }, (_, back) => ({
            value: String(latest - back),
            label: academicYearLabel(latest - back),
          }))}
        />
        <Group gap="sm">
          <Button
            variant="default"
            disabled={!query.data}
            onClick={() => {
              if (query.data) saveStatement(query.data.statement, academicYearLabel(year));
            }}
          >
            {t('csv')}
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            {t('print')}
          </Button>
        </Group>
      </Group>
      <QueryState query={query}>
        {({ statement }) => (
          <Section title={`${t('transactions')} ${academicYearLabel(year)}`} flush>
            <StatementTable statement={statement} />
            {after || statement.next ? (
              <Group justify="flex-end" p="sm" className="no-print">
                {after ? (
                  <Button variant="default" onClick={() => setAfter(undefined)}>
                    {t('first')}
                  </Button>
                ) : null}
                {statement.next ? (
                  <Button variant="default" onClick={() => setAfter(statement.next ?? undefined)}>
                    {t('next')}
                  </Button>
                ) : null}
              </Group>
            ) : null}
          </Section>
        )}
      </QueryState>
    </>
  );
}

function saveStatement(statement: Statement, year: string): void {
  const amount = (n: number) => formatAmount(paise(n));
  const rows = [
    ['Date', 'Document', 'Kind', 'Billed', 'Paid', 'Balance'],
    ['', '', 'Opening balance', '', '', amount(statement.opening)],
    ...statement.rows.map((row) => [
      formatDate(row.on),
      row.voucher ?? '',
      row.title,
      amount(row.debit),
      amount(row.credit),
      amount(row.balance),
    ]),
    ['', '', 'Closing balance', amount(statement.debit), amount(statement.credit), amount(statement.closing)],
  ];
  saveBlob(new Blob([`\ufeff${toCsv(rows)}`], { type: 'text/csv' }), `transactions-${year}.csv`);
}

/** The last receipts of an own child; each opens its document. */
function Receipts({ child }: { child: AccountChild }) {
  const t = useText(words);
  const query = useQuery(homeContract.child, { student: child.studentAdmissionId });
  const receipts = query.data?.money?.receipts ?? [];
  if (receipts.length === 0) return null;
  const open = async (id: string) => {
    // Opened before the wait, else the browser takes it for a pop-up.
    const tab = window.open('', '_blank');
    try {
      const { url } = await call(homeContract.openReceipt, { id });
      if (url && tab) tab.location.href = url;
      else {
        tab?.close();
        notice.warn(t('notReady'));
      }
    } catch (error) {
      tab?.close();
      notice.error(error);
    }
  };
  return (
    <Section title={t('receipts')}>
      <Stack gap="xs">
        {receipts.map((one) => (
          <Group key={one.id} justify="space-between">
            <Button variant="subtle" px={0} onClick={() => void open(one.id)}>
              {one.number}
            </Button>
            <Group gap="sm">
              <DateText day={one.issuedOn} />
              <Money paise={one.amount} />
            </Group>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
