import type { ApiError } from '@aangan/web/api/api-error.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { Alert, List } from '@mantine/core';
import { formFaultIn } from './form-faults.web.ts';
import { type Word, words } from './words.tsx';

/** Why the form could not be handed in: a line for each answer, named as the form names it. */
export function SubmitFaults({ error }: { error: ApiError | null }) {
  const t = useText(words);
  const { language } = useLanguage();
  if (!error) return null;
  const faults = Object.entries(error.fields);
  if (faults.length === 0) return <Alert color="danger">{error.message}</Alert>;
  const labelOf = (name: string): string | null => {
    const word = name === 'address' ? 'street' : (name.split('.')[0] ?? name);
    return word in words.en ? t(word as Word) : null;
  };
  return (
    <Alert color="danger">
      <List size="sm" spacing={4} listStyleType="none" ps={0}>
        {faults.map(([name, text]) => (
          <List.Item key={name}>
            {[labelOf(name), formFaultIn(language, text)].filter(Boolean).join(': ')}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
