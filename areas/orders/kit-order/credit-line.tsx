import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { kitOrderContract as contract } from './kit-order.contract.ts';

export type DeskFacts = OutputOf<typeof contract.desk>;

const overdueWords = ({ overdueDays, overdueDaysMax }: NonNullable<DeskFacts['credit']>): string =>
  `Your oldest unpaid due is ${overdueDays} ${overdueDays === 1 ? 'day' : 'days'} overdue${
    overdueDays > overdueDaysMax
      ? ': orders on credit wait for head office until it is paid.'
      : `; after ${overdueDaysMax} days orders on credit wait for head office.`
  }`;

/** What the centre may still order on credit, and what would make such an order wait. */
export function CreditLine({ desk, onTerms }: { desk: DeskFacts; onTerms: () => void }) {
  const { credit } = desk;
  return (
    <Group gap="md">
      <Text size="sm" className="quiet">
        {credit === null
          ? 'This centre has no credit: kits are paid when they are ordered.'
          : credit.limit === 0
            ? `${formatRupees(Math.max(0, -credit.exposure))} is paid ahead and can be used.`
            : `${formatRupees(Math.max(0, credit.limit - credit.exposure))} of ${formatRupees(credit.limit)} credit is free.`}
      </Text>
      {credit !== null && credit.overdueDays > 0 ? (
        <Alert color="warning" py={4}>
          {overdueWords(credit)}
        </Alert>
      ) : null}
      {desk.can['terms'] ? (
        <Button variant="subtle" size="compact-sm" onClick={onTerms}>
          Credit terms
        </Button>
      ) : null}
    </Group>
  );
}
