import { addMonths, todayIst } from '@aangan/contract/period.ts';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { serverNow } from '../api/server-clock.ts';
import { icon } from '../ui/icon.ts';
import { useParam } from '../use-param.ts';

export const thisMonth = (): string => todayIst(serverNow()).slice(0, 7);

/** The month of the address (`?month=2026-08`), else the present one. */
export function useMonth() {
  const [chosen, choose] = useParam('month');
  const month = chosen && /^20\d{2}-(0[1-9]|1[0-2])$/.test(chosen) ? chosen : thisMonth();
  return [month, choose] as const;
}

/** A month back, a month on (up to `last`, by default the present one; null: without end), and to the present one. */
export function MonthSteps({
  month,
  last = thisMonth(),
  onChange,
}: {
  month: string;
  last?: string | null;
  onChange: (month: string) => void;
}) {
  const step = (by: number) => onChange(addMonths(`${month}-01`, by).slice(0, 7));
  return (
    <Group gap="xs">
      <ActionIcon variant="default" size="lg" aria-label="Month before" onClick={() => step(-1)}>
        <IconChevronLeft {...icon} />
      </ActionIcon>
      <Button variant="default" disabled={month === thisMonth()} onClick={() => onChange(thisMonth())}>
        This month
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Month after"
        disabled={last !== null && month >= last}
        onClick={() => step(1)}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
    </Group>
  );
}
