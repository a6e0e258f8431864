import { Alert, List } from '@mantine/core';
import { IconHeartHandshake } from '@tabler/icons-react';
import { type CareNote, careLabels } from './care-note.contract.ts';

/** What whoever looks after the child must know, in sight before everything else. */
export function CareNotes({ notes }: { notes: readonly CareNote[] }) {
  if (notes.length === 0) return null;
  return (
    <Alert color="danger" variant="light" title="Health and safety" icon={<IconHeartHandshake />}>
      <List size="sm" listStyleType="none" ps={0}>
        {notes.map((note) => (
          <List.Item key={note.kind}>
            <b>{careLabels[note.kind]}</b>: {note.text}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
