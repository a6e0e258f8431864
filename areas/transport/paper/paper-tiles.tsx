import { useQuery } from '@aangan/web/api/use-query.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { EXPIRED_WORDS, type PaperStatus, paperStatusLabels } from '../vehicle/paper-cover.ts';
import { type PaperKindName, paperKinds } from '../vehicle/paper-kinds.ts';
import { vehicleContract } from '../vehicle/vehicle.contract.ts';

const STATES = Object.keys(paperStatusLabels) as PaperStatus[];

/** How many vehicles are covered, soon not, or not any more; each shows the papers of those vehicles. */
export function PaperTiles({ kind }: { kind: PaperKindName }) {
  const board = useQuery(vehicleContract.board, {}, { fresh: 0 });
  const path = paperKinds[kind].path ?? '';
  const cells = (board.data?.vehicles ?? []).map(({ id, cells: own }) => ({
    id,
    cell: own.find((one) => one.kind === kind),
  }));
  const missing = cells.filter(({ cell }) => cell?.words === EXPIRED_WORDS.missing);
  return (
    <TileRow>
      {STATES.map((state) => {
        const ids = cells.filter(
          ({ cell }) => cell?.status === state && cell.words !== EXPIRED_WORDS.missing,
        );
        return (
          <Tile
            key={state}
            label={paperStatusLabels[state]}
            value={ids.length}
            loading={board.isPending}
            to={ids.length > 0 ? listLink(path, { vehicleId: ids.map(({ id }) => id) }) : undefined}
          />
        );
      })}
      <Tile
        label={EXPIRED_WORDS.missing}
        value={missing.length}
        loading={board.isPending}
        to={missing.length > 0 ? '/transport/vehicle-details?readiness=BLOCKED' : undefined}
      />
    </TileRow>
  );
}
