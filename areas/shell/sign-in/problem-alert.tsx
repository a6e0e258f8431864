import { Alert } from '@mantine/core';

/** What the server refused, above a form; nothing while there is no problem. */
export const ProblemAlert = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <Alert color="danger" variant="light" role="alert" p="sm">
      {text}
    </Alert>
  ) : null;
