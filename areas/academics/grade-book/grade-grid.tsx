import { smallIcon } from '@aangan/web/ui/icon.ts';
import { ActionIcon, Anchor, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import type { Competency, GradedChild } from './grade.contract.ts';
import classes from './grade-book.module.css';
import type { Level } from './skill-tree.contract.ts';
import { type CellAt, type GradeCells, isFilled, keyOf } from './use-grade-cells.tsx';

export interface GridProps {
  children: readonly GradedChild[];
  competencies: readonly Competency[];
  levels: readonly Level[];
  cells: GradeCells;
  may: boolean;
  /** Faults of a submit, by child. */
  faults: Readonly<Record<string, string>>;
  /** Asks for the note of a cell that was not observed. */
  askNote: (at: CellAt) => void;
  /** Opens what may be done with a child. */
  openChild: (child: GradedChild) => void;
}

export const levelStyle = (level: Level | undefined): CSSProperties =>
  level ? { background: `var(--a-${level.colour}-tint)`, color: `var(--a-${level.colour}-text)` } : {};

/** Children by competencies: arrows move, 1 to 6 enter a level, N asks why it was not observed, Delete empties. */
export function GradeGrid(props: GridProps) {
  const { children, competencies, levels, cells, may, faults, openChild } = props;
  const table = useRef<HTMLTableElement>(null);
  const assessed = children.filter(({ tooEarly }) => tooEarly === null);
  const focus = (row: number, column: number) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  const fill = (parameterId: string, level: Level) =>
    cells.set(
      assessed
        .map(({ enrolmentId }) => ({ enrolmentId, parameterId }))
        .filter((at) => !isFilled(cells.cellOf(at))),
      { levelId: level.id, notObserved: null },
    );

  const onKey = (event: KeyboardEvent, row: number, column: number, at: CellAt) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
    };
    const to = moves[event.key];
    const level = levels.find(({ rank }) => String(rank) === event.key);
    if (to) focus(...to);
    else if (!may) return;
    else if (level) {
      cells.set([at], { levelId: level.id, notObserved: null });
      focus(row + 1, column);
    } else if (event.key.toLowerCase() === 'n') props.askNote(at);
    else if (event.key === 'Delete' || event.key === 'Backspace')
      cells.set([at], { levelId: null, notObserved: null });
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.scroll}>
      <table ref={table} className={classes.grid}>
        <thead>
          <tr>
            <th className={classes.child} scope="col">
              Child
            </th>
            {competencies.map((one) => (
              <th key={one.parameterId} scope="col" title={one.guidance ?? undefined}>
                {one.name}
                {!one.required && (
                  <Text span size="xs" className="quiet">
                    {' '}
                    optional
                  </Text>
                )}
                {may && (
                  <Menu withinPortal>
                    <Menu.Target>
                      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Fill ${one.name}`}>
                        <IconDots {...smallIcon} />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Label>Fill the empty cells</Menu.Label>
                      {levels.map((level) => (
                        <Menu.Item key={level.id} onClick={() => fill(one.parameterId, level)}>
                          {`All ${level.label}`}
                        </Menu.Item>
                      ))}
                    </Menu.Dropdown>
                  </Menu>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {children.map((child) => {
            const row = assessed.indexOf(child);
            return (
              <tr key={child.enrolmentId}>
                <th className={classes.child} scope="row">
                  {may && (child.lately || child.tooEarly !== null) ? (
                    <Anchor component="button" type="button" ta="start" onClick={() => openChild(child)}>
                      {child.name}
                    </Anchor>
                  ) : (
                    child.name
                  )}
                  {faults[child.enrolmentId] && (
                    <Text size="xs" className={classes.fault}>
                      {faults[child.enrolmentId]}
                    </Text>
                  )}
                </th>
                {child.tooEarly === null ? (
                  competencies.map(({ parameterId, name }, column) => {
                    const at = { enrolmentId: child.enrolmentId, parameterId };
                    const value = cells.cellOf(at);
                    const level = levels.find(({ id }) => id === value.levelId);
                    const word = level?.label ?? (value.notObserved ? 'Not observed' : '');
                    const conflict = cells.conflicts.some((one) => keyOf(one) === keyOf(at));
                    return (
                      <td
                        key={parameterId}
                        className={`${classes.cell} ${conflict ? classes.conflict : ''}`}
                        // biome-ignore lint/a11y/noNoninteractiveTabindex: the cell takes the keys of the levels
                        tabIndex={0}
                        data-cell={`${row} ${column}`}
                        aria-label={`${child.name}, ${name}: ${word || 'empty'}`}
                        title={value.notObserved ?? undefined}
                        style={levelStyle(level)}
                        onKeyDown={(event) => onKey(event, row, column, at)}
                      >
                        {word || <span className="quiet">–</span>}
                      </td>
                    );
                  })
                ) : (
                  <td colSpan={competencies.length} className="quiet">
                    {`Too early to assess: ${child.tooEarly}`}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
