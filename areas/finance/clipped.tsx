import { Text } from '@mantine/core';

/** The long words of a row: in a table on one line, whole under the pointer, so that no column is pushed out of sight. */
export const Clipped = ({ text }: { text: string | null }) =>
  text ? (
    <>
      <Text span inherit truncate display="block" maw={150} title={text} visibleFrom="sm">
        {text}
      </Text>
      <Text span inherit hiddenFrom="sm">
        {text}
      </Text>
    </>
  ) : null;
