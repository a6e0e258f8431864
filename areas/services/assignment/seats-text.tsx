import { formatDate } from '@aangan/contract/period.ts';
import { Text } from '@mantine/core';
import type { SeatsView } from './service-assignment.contract.ts';

/** How many seats are free on every chosen day, and who waits. */
export function SeatsText({ seats, from }: { seats: SeatsView; from: string }) {
  if (seats.left === null) return <Text size="sm">No seats are counted for this service.</Text>;
  const waiting =
    seats.waiting === 0 ? '' : ` ${seats.waiting} ${seats.waiting === 1 ? 'child waits' : 'children wait'}.`;
  return (
    <>
      <Text size="sm" fw={600} {...(seats.left === 0 ? { c: 'var(--a-danger-text)' } : {})}>
        {seats.left === 0
          ? `All ${seats.seats} seats are taken on these days.`
          : `${seats.left} of ${seats.seats} seats left from ${formatDate(from)}.`}
      </Text>
      <Text size="sm" className="quiet">
        {seats.place === null ? waiting : `This child waits at place ${seats.place}.${waiting}`}
      </Text>
    </>
  );
}
