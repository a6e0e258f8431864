import type { Day } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { calendarContract } from './calendar.contract.ts';

/** The centre stays closed for a day: rain, water, a death in the street. */
export function CloseDay({ today, last, onClose }: { today: Day; last: Day; onClose: () => void }) {
  // Registers stand for today at the latest.
  const rows = useQuery(calendarContract.registers, { onDate: today }).data?.rows ?? [];
  return (
    <CommandDialog
      of={calendarContract.closeDay}
      title="Close a day"
      text={
        rows.length === 0
          ? 'The families of all enrolled children get a message at once.'
          : `The families of all enrolled children get a message at once. Today’s registers are cancelled when today is closed: ${rows.map(({ section }) => section).join(', ')}.`
      }
      confirm="Close and tell families"
      danger
      start={{ onDate: today }}
      fields={{ onDate: { earliest: today, latest: last }, title: { autoFocus: true } }}
      refresh={['calendar', 'attendance']}
      done={({ children, registers }) =>
        `Closed. The families of ${formatCount(children)} children are notified.${registers > 0 ? ` ${registers} registers are cancelled.` : ''}`
      }
      onClose={onClose}
    />
  );
}
