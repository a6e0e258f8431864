import { icon } from '@aangan/web/ui/icon.ts';
import { Avatar, Group, Text } from '@mantine/core';
import { IconBox } from '@tabler/icons-react';

/** A product with its first picture and, below its name, what it is known by in the warehouse. */
export const ProductName = ({
  name,
  sku,
  imageUrl,
}: {
  name: string;
  sku: string;
  imageUrl: string | null;
}) => (
  <Group gap="sm" wrap="nowrap">
    <Avatar src={imageUrl} alt="" radius="sm" size={36}>
      <IconBox {...icon} />
    </Avatar>
    <span>
      <Text component="span" display="block" lh={1.3}>
        {name}
      </Text>
      <Text component="span" display="block" size="sm" c="dimmed" lh={1.3}>
        {sku}
      </Text>
    </span>
  </Group>
);
