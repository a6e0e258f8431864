import { formatDate } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { pathWithId } from '@aangan/web/screens.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { Action } from '@aangan/web/ui/action.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { type PaperStatus, paperStatusLabels } from './paper-cover.ts';
import { addPaperLink, boardKinds, type PaperKindName, paperKinds } from './paper-kinds.ts';
import { type Readiness, readinessLabels } from './readiness.ts';
import { type BoardCell, type BoardRow, vehicleContract } from './vehicle.contract.ts';
import { vehicle } from './vehicle.record.ts';
import { formatPlate } from './vehicle-fields.ts';

const EDIT = '/transport/vehicle-details/edit/{vehicleID}';
const TONE = { VALID: 'success', DUE_SOON: 'warning', EXPIRED: 'danger' } as const;
/** An event is not valid or expired. */
const EVENT_WORDS: Partial<Record<PaperKindName, Partial<Record<PaperStatus, string>>>> = {
  REPAIR: { VALID: 'In order', EXPIRED: 'Open' },
  MAINTENANCE: { VALID: 'In order', EXPIRED: 'Overdue' },
  CHALLAN: { VALID: 'In order', DUE_SOON: 'To pay', EXPIRED: 'Overdue' },
};
const TILES = Object.keys(readinessLabels) as Readiness[];

/** Vehicles × papers: a cell says how long it holds and leads to its renewal; the tiles filter. */
export function VehicleBoard({ add }: { add: Action }) {
  const board = useQuery(vehicleContract.board, {}, { fresh: 0 });
  const [chosen, , linkTo] = useParam('readiness');
  return (
    <QueryState query={board}>
      {({ vehicles }) =>
        vehicles.length === 0 ? (
          <EmptyState
            title="Add your first vehicle."
            help="Its papers, its repairs and whether it may run stand here."
            action={add}
          />
        ) : (
          <Stack gap="md">
            <TileRow>
              {TILES.map((state) => (
                <Tile
                  key={state}
                  label={readinessLabels[state]}
                  value={vehicles.filter(({ readiness }) => readiness === state).length}
                  to={state === chosen ? '?' : linkTo(state)}
                />
              ))}
            </TileRow>
            <Matrix rows={vehicles.filter(({ readiness }) => !chosen || readiness === chosen)} />
          </Stack>
        )
      }
    </QueryState>
  );
}

function Matrix({ rows }: { rows: readonly BoardRow[] }) {
  if (rows.length === 0) return <Text className="quiet">No vehicle is in this state.</Text>;
  return (
    <Table.ScrollContainer minWidth={1180}>
      <Table aria-label="Vehicles and their papers" verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th miw={170}>Vehicle</Table.Th>
            {boardKinds.map((kind) => (
              <Table.Th key={kind}>{paperKinds[kind].title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td style={{ verticalAlign: 'top' }}>
                <Anchor component={Link} to={pathWithId(EDIT, row.id)} fw={600}>
                  {formatPlate(row.regNo)}
                </Anchor>
                {row.name && (
                  <Text size="sm" c="dimmed">
                    {row.name}
                  </Text>
                )}
                <Stack gap={4} mt={4} align="flex-start">
                  <StatusTag area="readiness" state={row.readiness} />
                  {row.status !== 'ACTIVE' && <StatusTag area="vehicle" state={row.status} />}
                </Stack>
              </Table.Td>
              {row.cells.map((cell) => (
                <Table.Td key={cell.kind} style={{ verticalAlign: 'top' }}>
                  <PaperCell row={row} cell={cell} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A paper's word and how long it holds; whoever may write renews it by a click. */
export function PaperCell({ row, cell }: { row: Pick<BoardRow, 'id' | 'regNo'>; cell: BoardCell }) {
  const mayWrite = useSession().holds(vehicle.module, true);
  const { kind, status, words, endsOn, overriddenUntil } = cell;
  const { title, path } = paperKinds[kind];
  const label = overriddenUntil ? 'Overridden' : (EVENT_WORDS[kind]?.[status] ?? paperStatusLabels[status]);
  // What goes on is looked at and closed; what ended is written anew.
  const isOpen = (kind === 'REPAIR' || kind === 'CHALLAN') && status !== 'VALID';
  const to = isOpen && path !== null ? `${path}?vehicleId=${row.id}` : addPaperLink(kind, row.id);
  const content = (
    <>
      <Tag tone={overriddenUntil ? 'warning' : TONE[status]}>{label}</Tag>
      <Text size="sm" c="dimmed" mt={2}>
        {overriddenUntil ? `Until ${formatDate(overriddenUntil.slice(0, 10))}` : words}
      </Text>
      {endsOn && status !== 'EXPIRED' && (
        <Text size="xs" c="dimmed">
          {formatDate(endsOn)}
        </Text>
      )}
    </>
  );
  return mayWrite ? (
    <Link to={to} style={{ display: 'block', color: 'inherit', textDecoration: 'none' }}>
      <VisuallyHidden>{`${title} of ${formatPlate(row.regNo)}: `}</VisuallyHidden>
      {content}
    </Link>
  ) : (
    content
  );
}
