import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Checkbox, Modal, NumberInput, Progress, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { sessionLabels } from '../look.tsx';
import { seatContract } from './seat.contract.ts';

type Cell = OutputOf<typeof seatContract.list>['cells'][number];

/** Seats of each class and session: offered, taken, kept, left, and who waits. */
export function SeatBoard() {
  const query = useQuery(seatContract.list, {});
  const [editing, setEditing] = useState<Cell | null>(null);
  return (
    <QueryState query={query}>
      {({ cells, canChange }) => (
        <Section
          title="Seats of the year"
          help="Without a number a class is not limited. The last seat is given once, whoever presses first."
          flush
        >
          <Table.ScrollContainer minWidth={720}>
            <Table horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Class</Table.Th>
                  <Table.Th>Session</Table.Th>
                  <Table.Th miw={160}>Taken</Table.Th>
                  <Table.Th ta="end">Seats</Table.Th>
                  <Table.Th ta="end">Kept</Table.Th>
                  <Table.Th ta="end">Moving up</Table.Th>
                  <Table.Th ta="end">Left</Table.Th>
                  <Table.Th ta="end">Waiting</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {cells
                  .filter((cell) => canChange || cell.capacity !== null || cell.enrolled > 0)
                  .map((cell) => (
                    <Row
                      key={`${cell.classId} ${cell.daySession}`}
                      cell={cell}
                      edit={canChange ? () => setEditing(cell) : null}
                    />
                  ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {editing ? (
            <EditSeats
              cell={editing}
              onClose={() => setEditing(null)}
              onDone={() => {
                setEditing(null);
                void query.refetch();
              }}
            />
          ) : null}
        </Section>
      )}
    </QueryState>
  );
}

function Row({ cell, edit }: { cell: Cell; edit: (() => void) | null }) {
  const offered = (cell.capacity ?? 0) + cell.overbook;
  const share = (n: number) => (offered > 0 ? Math.min(100, (n / offered) * 100) : 0);
  return (
    <Table.Tr>
      <Table.Td>{cell.className}</Table.Td>
      <Table.Td>{sessionLabels[cell.daySession]}</Table.Td>
      <Table.Td>
        {cell.capacity === null ? (
          <Text size="sm" c="dimmed">
            {cell.enrolled} children
          </Text>
        ) : (
          <Progress.Root size="lg" aria-label={`${cell.enrolled} of ${offered} taken`}>
            <Progress.Section value={share(cell.enrolled)} color="brand" />
            <Progress.Section value={share(cell.held)} color="warning" />
            <Progress.Section value={share(cell.expected)} color="gray" />
          </Progress.Root>
        )}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {cell.capacity === null ? '–' : `${cell.capacity}${cell.overbook ? ` + ${cell.overbook}` : ''}`}
        {cell.capacity !== null && cell.sections > 0 && cell.sections !== cell.capacity ? (
          <Text size="xs" c="dimmed">
            sections: {cell.sections}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {cell.held || '–'}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {cell.expected || '–'}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {cell.closed ? (
          <Tag tone="neutral">Closed</Tag>
        ) : cell.left === null ? (
          '–'
        ) : cell.left < 0 ? (
          <Tag tone="danger">{cell.left}</Tag>
        ) : (
          cell.left
        )}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {cell.waiting || '–'}
      </Table.Td>
      <Table.Td ta="end">
        {edit ? (
          <Button size="compact-sm" variant="subtle" onClick={edit}>
            Change
          </Button>
        ) : null}
      </Table.Td>
    </Table.Tr>
  );
}

function EditSeats({ cell, onClose, onDone }: { cell: Cell; onClose: () => void; onDone: () => void }) {
  const [capacity, setCapacity] = useState<number>(cell.capacity ?? 20);
  const [overbook, setOverbook] = useState(cell.overbook);
  const [holdDays, setHoldDays] = useState(cell.holdDays);
  const [closed, setClosed] = useState(cell.closed);
  const set = useCommand(seatContract.set, {
    onDone: (out) => {
      notice.ok(
        out.offered
          ? `Saved. ${out.offered} seats were offered to who waits.`
          : `Saved. ${out.left} seats left.`,
      );
      onDone();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`${cell.className}, ${sessionLabels[cell.daySession] ?? ''}`}>
      <Stack gap="md">
        <NumberInput
          label="Seats"
          min={0}
          max={500}
          value={capacity}
          onChange={(value) => setCapacity(Number(value) || 0)}
        />
        <NumberInput
          label="Beyond the seats"
          description="Children taken in addition because some will not come"
          min={0}
          max={20}
          value={overbook}
          onChange={(value) => setOverbook(Number(value) || 0)}
        />
        <NumberInput
          label="Days a seat is kept after verification"
          min={1}
          max={30}
          value={holdDays}
          onChange={(value) => setHoldDays(Number(value) || 7)}
        />
        <Checkbox
          label="Closed: no more children"
          checked={closed}
          onChange={(event) => setClosed(event.currentTarget.checked)}
        />
        <DialogFoot error={set.error} onCancel={onClose}>
          <Button
            loading={set.running}
            onClick={() =>
              void set.run({
                classId: cell.classId,
                daySession: cell.daySession,
                capacity,
                overbook,
                holdDays,
                closed,
              })
            }
          >
            Save seats
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
