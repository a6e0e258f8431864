import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PlainText } from '@aangan/web/ui/plain-text.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { dayNoteContract, type TaughtDay } from './delivery.contract.ts';

/** What the section's teachers keep for themselves about a day. */
export function OwnNote({
  sectionId,
  day,
  onTouched,
}: {
  sectionId: string;
  day: TaughtDay;
  onTouched: (touched: boolean) => void;
}) {
  const [text, setText] = useState(day.ownNote);
  const touched = text.trim() !== day.ownNote;
  useEffect(() => {
    onTouched(touched);
    return () => onTouched(false);
  });
  const save = useCommand(dayNoteContract.save, {
    refresh: ['section-plan'],
    onDone: () => notice.ok('The note is kept.'),
    onError: (error) => notice.error(error),
  });
  if (!day.can['note'] && day.ownNote === '') return null;
  return (
    <Section title="Own note" help={`Position ${day.position}. Only staff of the centre read it.`}>
      {day.can['note'] ? (
        <Stack gap="sm" align="stretch">
          <FieldInput
            kind="longText"
            name="note"
            label="Own note"
            bare
            max={1000}
            value={text}
            onChange={(value) => setText(typeof value === 'string' ? value : '')}
          />
          <Button
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            disabled={!touched}
            loading={save.running}
            onClick={() => void save.run({ sectionId, dayId: day.id, text })}
          >
            Keep note
          </Button>
        </Stack>
      ) : (
        <PlainText text={day.ownNote} />
      )}
    </Section>
  );
}
