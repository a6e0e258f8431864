import { formatDate } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { texts, useText } from '@aangan/web/text/text.tsx';
import { PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type * as z from 'zod';
import { receiptContract } from '../payment/payment.contract.ts';
import type { receiptTax } from './receipt-snapshot.ts';

const words = texts(
  {
    title: 'Receipt',
    genuine: 'This receipt is genuine',
    cancelled: 'This receipt was cancelled',
    number: 'Number',
    date: 'Date',
    child: 'Child',
    total: 'Amount',
    payer: 'Received from',
    mode: 'Paid by',
    download: 'Download PDF',
    missing: 'Open the link of your receipt message.',
    making: 'The PDF is being made…',
    online: 'Online payment',
    taxable: 'Taxable value',
  },
  {
    title: 'रसीद',
    genuine: 'यह रसीद असली है',
    cancelled: 'यह रसीद रद्द की गई है',
    number: 'संख्या',
    date: 'तारीख',
    child: 'बच्चा',
    total: 'राशि',
    payer: 'प्राप्त किया',
    mode: 'भुगतान का तरीका',
    download: 'PDF डाउनलोड करें',
    missing: 'अपने रसीद संदेश का लिंक खोलें।',
    making: 'PDF बन रही है…',
    online: 'ऑनलाइन भुगतान',
    taxable: 'कर योग्य मूल्य',
  },
);

/** The tax inside a head's amount. */
function TaxOf({ tax }: { tax: z.output<typeof receiptTax> }) {
  const t = useText(words);
  return (
    <Text size="sm" c="dimmed">
      {t('taxable')} <Money paise={tax.taxable} />, SAC {tax.sac ?? '–'}, GST {formatPercent(tax.rateBp)}:
      CGST <Money paise={tax.cgst} />, SGST <Money paise={tax.sgst} />
    </Text>
  );
}

const MAKING_MS = 2000;
// The address of the PDF lives ten minutes.
const FRESH_MS = 300_000;

/** `?r=` shows a receipt to its payer; `?v=` is the QR on paper and only says genuine or cancelled. */
export function PublicReceiptPage() {
  const [params] = useSearchParams();
  const t = useText(words);
  const link = params.get('r') ?? params.get('v') ?? '';
  // Right after a payment the PDF is still being made: the page asks until it is there.
  const [making, setMaking] = useState(false);
  const query = useQuery(
    receiptContract.open,
    {},
    { link, enabled: link !== '', every: making ? MAKING_MS : FRESH_MS },
  );
  const detail = query.data?.detail;
  useEffect(() => setMaking(Boolean(detail && !detail.pdfUrl)), [detail]);
  if (!link)
    return (
      <PublicFrame title={t('title')}>
        <Text>{t('missing')}</Text>
      </PublicFrame>
    );
  return (
    <PublicFrame title={t('title')} {...(query.data ? { brand: { name: query.data.centre } } : {})}>
      <QueryState query={query}>
        {(receipt) => (
          <Stack gap="lg">
            <Alert
              color={receipt.cancelled ? 'danger' : 'success'}
              title={receipt.cancelled ? t('cancelled') : t('genuine')}
            />
            <Section>
              <Facts
                items={[
                  { label: t('number'), value: receipt.number },
                  { label: t('date'), value: formatDate(receipt.issuedOn) },
                  { label: t('child'), value: receipt.child },
                  { label: t('total'), value: <Money paise={receipt.total} /> },
                  ...(receipt.detail
                    ? [
                        { label: t('payer'), value: receipt.detail.payer ?? '–' },
                        {
                          label: t('mode'),
                          value: receipt.detail.mode === 'ONLINE' ? t('online') : receipt.detail.mode,
                        },
                      ]
                    : []),
                ]}
              />
            </Section>
            {receipt.detail ? (
              <Section>
                <Stack gap="xs">
                  {receipt.detail.lines.map((line, i) => (
                    <Stack key={`${line.label}-${i}`} gap={0}>
                      <Group justify="space-between" wrap="nowrap">
                        <Text>{line.label}</Text>
                        <Money paise={line.amount} />
                      </Group>
                      {line.tax ? <TaxOf tax={line.tax} /> : null}
                    </Stack>
                  ))}
                  <Text size="sm" c="dimmed">
                    {receipt.detail.words}
                  </Text>
                </Stack>
              </Section>
            ) : null}
            {receipt.detail?.pdfUrl ? (
              <Button component="a" href={receipt.detail.pdfUrl} download size="lg" fullWidth>
                {t('download')}
              </Button>
            ) : receipt.detail ? (
              <Text c="dimmed">{t('making')}</Text>
            ) : null}
          </Stack>
        )}
      </QueryState>
    </PublicFrame>
  );
}
