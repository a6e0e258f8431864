import { Stack, Text } from '@mantine/core';

export const tones = { DRAFT: 'neutral', SUBMITTED: 'warning', REVIEWED: 'success' } as const;

interface AnswersProps {
  answered: readonly { topic: string; prompt: string | null; value: string }[];
}

/** The answers of an entry under their topics. */
export function Answers({ answered }: AnswersProps) {
  return (
    <Stack gap="sm">
      {answered.map(({ topic, prompt, value }) => (
        <div key={topic}>
          <Text size="sm" className="quiet">
            {prompt ? `${topic}: ${prompt}` : topic}
          </Text>
          <Text style={{ whiteSpace: 'pre-wrap' }}>{value}</Text>
        </div>
      ))}
    </Stack>
  );
}
