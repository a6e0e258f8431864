import { Stack, Text } from '@mantine/core';
import { requiredColumns, uploadColumns } from './enquiry-upload.contract.ts';

const CENTRE_HINT = [
  'franchisee_id',
  'The number of the centre that a row is for. Empty: the centre that answers for the pincode.',
] as const;
const HINTS: readonly (readonly [string, string])[] = [
  [
    'stage',
    'An open stage, Close or Drop Off; empty means nobody has called yet. Close and Drop Off need lost_reason. A family that is here already keeps the stage it has here.',
  ],
  ['next_follow_up', 'DD-MM-YYYY. With the stage Appointment Fixed: DD-MM-YYYY HH:MM.'],
  ['consent_whatsapp, consent_sms, consent_email', 'Y or N. A Y counts with its day in consent_on.'],
  ['external_ref', 'The number of a row in your other system: the same row is never saved twice.'],
];

/** What a file may hold; whose a row is matters where somebody works for several centres. */
export function ColumnHints({ several }: { several: boolean }) {
  const rest = uploadColumns.filter(
    (one) => !requiredColumns.includes(one) && (several || one !== 'franchisee_id'),
  );
  const hints = several ? [CENTRE_HINT, ...HINTS] : HINTS;
  return (
    <Stack gap="xs" mt="md" maw={760}>
      <Text>
        <b>Needed:</b> {requiredColumns.join(', ')}
      </Text>
      <Text>
        <b>Also read:</b> {rest.join(', ')}
      </Text>
      {hints.map(([columns, text]) => (
        <Text key={columns} className="quiet">
          <b>{columns}:</b> {text}
        </Text>
      ))}
    </Stack>
  );
}
