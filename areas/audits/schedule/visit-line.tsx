import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Text } from '@mantine/core';
import { amsScheduleContract as contract } from './ams-schedule.contract.ts';
import { type Slot, slots, type VisitKind, visitKinds } from './visit.states.ts';

export type VisitOfMonth = OutputOf<typeof contract.visits>['visits'][number];

/** A visit in words: day, time, centre and kind. */
export function VisitLine({ visit, removable = false }: { visit: VisitOfMonth; removable?: boolean }) {
  const remove = useCommand(contract.remove, {
    refresh: ['ams-schedule', 'ams-visit'],
    onDone: () => notice.ok('Taken out of the plan'),
    onError: (error) => notice.error(error),
  });
  return (
    <Group gap="sm" justify="space-between">
      <div>
        <Text size="sm" fw={500}>
          {formatDate(visit.plannedOn)}, {slots[visit.slot as Slot].toLowerCase()} · {visit.centre}
        </Text>
        <Text size="sm" className="quiet">
          {visitKinds[visit.kind as VisitKind]} · {visit.auditType}
          {visit.reason ? ` · ${visit.reason}` : ''}
        </Text>
      </div>
      <Group gap="xs">
        <StatusTag area="ams-visit" state={visit.status} />
        {removable && visit.status === 'PLANNED' && (
          <Button
            size="xs"
            variant="default"
            loading={remove.running}
            onClick={() => void remove.run({ id: visit.id })}
          >
            Remove
          </Button>
        )}
      </Group>
    </Group>
  );
}
