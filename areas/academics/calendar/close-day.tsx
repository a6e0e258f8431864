import type { Day } from '@aangan/contract/period.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { calendarContract } from './calendar.contract.ts';

/** The centre stays closed for a day: rain, water, a death in the street. */
export function CloseDay({ today, last, onClose }: { today: Day; last: Day; onClose: () => void }) {
  return (
    <CommandDialog
      of={calendarContract.closeDay}
      title="Close a day"
      text="The families of all enrolled children get a message at once."
      confirm="Close and tell families"
      danger
      start={{ onDate: today }}
      fields={{ onDate: { earliest: today, latest: last }, title: { autoFocus: true } }}
      refresh={['calendar']}
      done={({ children }) => `Closed. The families of ${formatCount(children)} children are told.`}
      onClose={onClose}
    />
  );
}
