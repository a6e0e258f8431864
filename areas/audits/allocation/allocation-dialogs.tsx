import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { ALLOCATION_REFRESH as refresh } from './allocation-paths.ts';
import { amAllocationContract } from './am-allocation.contract.ts';
import { zmAllocationContract } from './zm-allocation.contract.ts';

export interface Option {
  id: string;
  label: string;
}
export interface Allocated {
  id: string;
  version: number;
  name: string;
}

const today = () => todayIst(serverNow());

export const among = (options: readonly Option[]) => (q: string) =>
  Promise.resolve(options.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())));

/** Somebody for a zone: those whose grant reaches it. */
export function AssignZm({ zone, onClose }: { zone: { id: number; name: string }; onClose: () => void }) {
  const people = useQuery(zmAllocationContract.people, { zoneId: zone.id });
  if (!people.data) return null;
  return (
    <CommandDialog
      of={zmAllocationContract.assign}
      title={`Zone manager of ${zone.name}`}
      text={
        people.data.people.length === 0
          ? `Nobody holds the zone ${zone.name} with a role of zone managers. Give somebody the zone first.`
          : 'Only people who hold the zone can be chosen.'
      }
      confirm="Assign"
      start={{ zoneId: zone.id, fromOn: today() }}
      fields={{
        zoneId: { disabled: true, chosenLabel: zone.name },
        userId: { search: among(people.data.people) },
      }}
      refresh={refresh}
      done="The zone has its manager."
      onClose={onClose}
    />
  );
}

export function EndZm({ of, zone, onClose }: { of: Allocated; zone: string; onClose: () => void }) {
  return (
    <CommandDialog
      of={zmAllocationContract.end}
      title={`End ${of.name} in ${zone}`}
      text="The zone has no manager from the next day on, until another one is assigned. The grant of the zone stays as it is."
      confirm="End allocation"
      danger
      start={{ id: of.id, lastDay: today() }}
      ifMatch={of.version}
      refresh={refresh}
      done="The end is set."
      onClose={onClose}
    />
  );
}

export function HandOverZm({
  of,
  zone,
  onClose,
}: {
  of: Allocated;
  zone: { id: number; name: string };
  onClose: () => void;
}) {
  const people = useQuery(zmAllocationContract.people, { zoneId: zone.id });
  if (!people.data) return null;
  return (
    <CommandDialog
      of={zmAllocationContract.handOver}
      title={`Hand ${zone.name} over`}
      text={`${of.name} ends and the next one begins on the same day.`}
      confirm="Hand over"
      start={{ id: of.id, fromOn: today() }}
      ifMatch={of.version}
      fields={{ userId: { search: among(people.data.people) } }}
      refresh={refresh}
      done="The zone is handed over."
      onClose={onClose}
    />
  );
}

export function EndAm({ of, centres, onClose }: { of: Allocated; centres: number; onClose: () => void }) {
  return (
    <CommandDialog
      of={amAllocationContract.end}
      title={`End ${of.name}`}
      text={
        centres === 0
          ? 'No centre is allocated.'
          : `${centres === 1 ? 'One centre has' : `${centres} centres have`} no academic manager from the next day on, and ${of.name} can no longer open ${centres === 1 ? 'it' : 'them'}. Hand over first to avoid the gap.`
      }
      confirm="End allocation"
      danger
      start={{ id: of.id, lastDay: today() }}
      ifMatch={of.version}
      refresh={refresh}
      done="The end is set."
      onClose={onClose}
    />
  );
}

export function HandOverAm({ of, onClose }: { of: Allocated & { zoneId: number }; onClose: () => void }) {
  const board = useQuery(amAllocationContract.board, { zoneId: of.zoneId });
  if (!board.data) return null;
  const others = board.data.managers
    .filter(({ id, can }) => id !== of.id && can['allocate'])
    .map(({ id, name, centres }) => ({ id, label: `${name} (${centres.length})` }));
  return (
    <CommandDialog
      of={amAllocationContract.handOver}
      title={`Hand over all centres of ${of.name}`}
      text={
        others.length === 0
          ? 'The zone has no other academic manager. Add one first.'
          : 'From today on the other one can open them, and this one no longer.'
      }
      confirm="Hand over"
      start={{ id: of.id }}
      ifMatch={of.version}
      fields={{ toId: { kind: 'reference', search: among(others) } }}
      refresh={refresh}
      done={({ centres }) =>
        centres === 1 ? 'One centre is handed over.' : `${centres} centres are handed over.`
      }
      onClose={onClose}
    />
  );
}
