// Columns of a paper's list that are no field: its state, the kilometres of a litre, the next instalment.
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import type { Row } from '@aangan/web/record/record-columns.tsx';
import type { Column } from '@aangan/web/table/column.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { useMemo } from 'react';
import '../vehicle/transport-look.tsx';
import type { PaperKindName } from '../vehicle/paper-kinds.ts';
import { vehicleContract } from '../vehicle/vehicle.contract.ts';
import { fuelContract } from './fuel.contract.ts';
import { nextInstalment, rowState } from './paper-state.ts';

function useStatusColumn(kind: PaperKindName): Column<Row> {
  const board = useQuery(vehicleContract.board, {}, { fresh: 0 });
  return useMemo(() => {
    const today = board.data?.today ?? todayIst(Date.now());
    const soonDays = board.data?.soonDays ?? 30;
    const covered = new Map(
      board.data?.vehicles.map(({ id, cells }) => {
        const cell = cells.find((one) => one.kind === kind);
        return [id, cell?.status === 'EXPIRED' ? undefined : cell?.endsOn];
      }),
    );
    const stateOf = (row: Row) =>
      rowState(kind, row, { today, soonDays, coveredTo: covered.get(String(row['vehicleId'])) });
    return {
      id: 'paper-state',
      label: 'Status',
      width: 140,
      card: 'state',
      cell: (row) => {
        const state = stateOf(row);
        return state ? <StatusTag area="vehicle-paper" state={state[0]} /> : '–';
      },
      second: (row) => stateOf(row)?.[1] || null,
    };
  }, [board.data, kind]);
}

const instalment: Column<Row> = {
  id: 'next',
  label: 'Next instalment',
  width: 140,
  cell: (row) => {
    const next = nextInstalment(todayIst(Date.now()), {
      emiDay: Number(row['emiDay']),
      startsOn: String(row['startsOn']),
      endsOn: String(row['endsOn']),
    });
    return next ? formatDate(next) : 'Paid off';
  },
};

function useEconomyColumn(kind: PaperKindName, rows: readonly Row[]): Column<Row> {
  const ids = useMemo(() => rows.map(({ id }) => String(id)), [rows]);
  const enabled = kind === 'FUEL' && ids.length > 0;
  const economy = useQuery(fuelContract.economy, { ids }, { enabled, keepPrevious: true });
  return useMemo(() => {
    const known = new Map(economy.data?.rows.map((row) => [row.id, row]));
    return {
      id: 'economy',
      label: 'km a litre',
      align: 'end',
      width: 120,
      cell: (row) => {
        const one = known.get(String(row.id));
        if (one?.odometerBack) return <Tag tone="warning">Odometer back</Tag>;
        if (one?.kmPerLitre == null) return '–';
        const text = one.kmPerLitre.toFixed(1);
        return one.low ? <Tag tone="warning">{`${text} low`}</Tag> : text;
      },
    };
  }, [economy.data]);
}

/** After the fields of the record. `rows` are those shown. */
export function usePaperColumns(kind: PaperKindName, rows: readonly Row[]): readonly Column<Row>[] {
  const status = useStatusColumn(kind);
  const economy = useEconomyColumn(kind, rows);
  return useMemo(
    () => (kind === 'FUEL' ? [economy] : kind === 'LOAN' ? [instalment, status] : [status]),
    [kind, status, economy],
  );
}
