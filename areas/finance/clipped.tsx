import { Text } from '@mantine/core';

/** The long words of a row: on one line of the table, whole under the pointer, so that no column is pushed out of sight. */
export const Clipped = ({ text }: { text: string | null }) =>
  text ? (
    <Text span inherit truncate display="block" maw={200} title={text}>
      {text}
    </Text>
  ) : null;
