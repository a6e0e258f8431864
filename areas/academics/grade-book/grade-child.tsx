import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './grade-book.module.css';
import type { GridProps } from './grade-grid.tsx';

/** On a phone: one child at a time, each competency with its levels as buttons. */
export function GradeChild(props: GridProps) {
  const { children, competencies, levels, cells, may, faults } = props;
  const [index, setIndex] = useState(0);
  const child = children[Math.min(index, children.length - 1)];
  if (!child) return null;
  return (
    <Stack gap="md">
      <Group wrap="nowrap">
        <Button variant="default" disabled={index === 0} onClick={() => setIndex(index - 1)}>
          Previous
        </Button>
        <Select
          aria-label="Child"
          data={children.map(({ enrolmentId, name }) => ({ value: enrolmentId, label: name }))}
          value={child.enrolmentId}
          onChange={(id) =>
            setIndex(
              Math.max(
                0,
                children.findIndex((one) => one.enrolmentId === id),
              ),
            )
          }
          allowDeselect={false}
          style={{ flex: 1 }}
        />
        <Button variant="default" disabled={index >= children.length - 1} onClick={() => setIndex(index + 1)}>
          Next
        </Button>
      </Group>
      {faults[child.enrolmentId] && <Text className={classes.fault}>{faults[child.enrolmentId]}</Text>}
      {may && (child.lately || child.tooEarly !== null) && (
        <Button variant="default" onClick={() => props.openChild(child)}>
          {child.tooEarly === null ? 'Too early to assess' : 'Assess after all'}
        </Button>
      )}
      {child.tooEarly !== null ? (
        <Text className="quiet">{`Too early to assess: ${child.tooEarly}`}</Text>
      ) : (
        competencies.map(({ parameterId, name, required }) => {
          const at = { enrolmentId: child.enrolmentId, parameterId };
          const value = cells.cellOf(at);
          return (
            <Stack key={parameterId} gap={6}>
              <Text size="sm">
                {name}
                {!required && ' (optional)'}
              </Text>
              <div className={classes.levels}>
                {levels.map((level) => (
                  <Button
                    key={level.id}
                    size="compact-md"
                    variant={value.levelId === level.id ? 'filled' : 'default'}
                    aria-pressed={value.levelId === level.id}
                    disabled={!may}
                    onClick={() =>
                      cells.set([at], {
                        levelId: value.levelId === level.id ? null : level.id,
                        notObserved: null,
                      })
                    }
                  >
                    {level.label}
                  </Button>
                ))}
                <Button
                  size="compact-md"
                  variant={value.notObserved ? 'filled' : 'default'}
                  aria-pressed={value.notObserved !== null}
                  disabled={!may}
                  onClick={() => props.askNote(at)}
                >
                  Not observed
                </Button>
              </div>
              {value.notObserved && (
                <Text size="sm" className="quiet">
                  {value.notObserved}
                </Text>
              )}
            </Stack>
          );
        })
      )}
    </Stack>
  );
}
