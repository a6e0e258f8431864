import { formatDate } from '@aangan/contract/period.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { amsScheduleContract as contract } from './ams-schedule.contract.ts';
import { type Month, SCHEDULE_REFRESH } from './planned-month.ts';

interface Choice {
  id: string;
  label: string;
}
const among = (options: readonly Choice[]) => (q: string) =>
  Promise.resolve(options.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())));

/** Who is visited on a day, when and how; the rules are the server's. */
export function PlaceVisit({ day, data, onClose }: { day: string; data: Month; onClose: () => void }) {
  const types = new Map(data.centres.flatMap((centre) => centre.types.map(({ id, name }) => [id, name])));
  const [type] = types;
  return (
    <CommandDialog
      of={contract.place}
      title={`Visit on ${formatDate(day)}`}
      confirm="Plan visit"
      start={{
        plannedOn: day,
        slot: 'FORENOON',
        kind: 'ANNOUNCED',
        ...(types.size === 1 && type ? { auditTypeId: type[0] } : {}),
      }}
      fields={{
        franchiseeId: {
          search: among(data.centres.map(({ id, label }) => ({ id: String(id), label }))),
        },
        auditTypeId: {
          search: among([...types].map(([id, label]) => ({ id: id ?? '', label: label ?? '' }))),
          ...(types.size === 1 && type ? { chosenLabel: type[1] ?? '' } : {}),
        },
      }}
      refresh={SCHEDULE_REFRESH}
      done="The visit is planned."
      onClose={onClose}
    />
  );
}
