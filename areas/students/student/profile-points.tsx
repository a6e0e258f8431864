import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, RingProgress, Text } from '@mantine/core';
import { useState } from 'react';
import type { Student } from './student-look.tsx';
import { studentProfileContract } from './student-profile.contract.ts';

/** How much of the year's profile is there; names what is missing, completes it and opens it again. */
export function ProfilePoints({ student }: { student: Student }) {
  const query = useQuery(studentProfileContract.points, { id: student.id });
  const [opening, setOpening] = useState(false);
  const complete = useCommand(studentProfileContract.complete, {
    onDone: () => notice.ok('The profile is complete.'),
    onError: (error) => notice.error(error),
  });
  const completed = student.editStatus === 'completed';
  return (
    <Section title="Profile of the year">
      <QueryState query={query}>
        {({ points }) => {
          const missing = points.filter((point) => !point.there);
          const n = points.length - missing.length;
          return (
            <Group gap="lg">
              <RingProgress
                size={84}
                thickness={8}
                sections={[
                  { value: (n / points.length) * 100, color: missing.length ? 'warning' : 'success' },
                ]}
                label={
                  <Text ta="center" size="xs" className="figures">
                    {n} of {points.length}
                  </Text>
                }
              />
              <Text size="sm" flex={1} miw={200}>
                {missing.length > 0
                  ? `Missing: ${missing.map((point) => point.label).join(', ')}`
                  : completed
                    ? 'Completed'
                    : 'Every point is there. Complete the profile.'}
              </Text>
              {student.can['update'] && student.editStatus === 'pending' ? (
                <Button
                  disabled={missing.length > 0}
                  loading={complete.running}
                  onClick={() => void complete.run({ id: student.id })}
                >
                  Complete profile
                </Button>
              ) : null}
              {student.can['update'] && completed ? (
                <Button variant="default" onClick={() => setOpening(true)}>
                  Reopen profile
                </Button>
              ) : null}
            </Group>
          );
        }}
      </QueryState>
      {opening ? (
        <CommandDialog
          of={studentProfileContract.reopen}
          title="Reopen the profile?"
          confirm="Reopen profile"
          start={{ id: student.id }}
          done="The profile is open again."
          onClose={() => setOpening(false)}
        />
      ) : null}
    </Section>
  );
}
