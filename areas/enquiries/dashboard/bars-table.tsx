import { Table } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './board.module.css';

interface BarsTableProps<Row> {
  /** Of the name and of each figure; none: the rows say it themselves. */
  heads?: readonly [name: string, ...figures: string[]];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  nameOf: (row: Row) => string;
  /** How long its bar is. */
  n: (row: Row) => number;
  /** The longest bar, where it is not one of these. */
  widest?: number;
  /** Where the bar leads. */
  to?: (row: Row) => string;
  figures: (row: Row) => readonly ReactNode[];
}

/** Rows with a bar each, as long as its number, and figures behind it. */
export function BarsTable<Row>({ heads, rows, keyOf, nameOf, n, widest, to, figures }: BarsTableProps<Row>) {
  const most = Math.max(1, widest ?? 0, ...rows.map(n));
  const bar = (row: Row) => {
    const look = { className: classes.bar, style: { width: `${(n(row) / most) * 100}%` } };
    return to ? (
      <Link to={to(row)} {...look} aria-label={`${nameOf(row)}: ${n(row)}`} tabIndex={-1} />
    ) : (
      <span {...look} />
    );
  };
  return (
    <Table.ScrollContainer minWidth={heads && heads.length > 3 ? 520 : 0} type="native">
      <table className={classes.bars}>
        {heads && (
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col" aria-label="Share" />
              {heads.slice(1).map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row" title={nameOf(row)}>
                {nameOf(row)}
              </th>
              <td className={classes.wide}>{bar(row)}</td>
              {figures(row).map((figure, i) => (
                <td key={i} className="figures">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Table.ScrollContainer>
  );
}
