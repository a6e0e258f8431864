import { Button, Kbd, Menu } from '@mantine/core';
import { useWorkKeys } from './use-work-keys.web.ts';

export interface CardAction {
  key: string;
  label: string;
  run: () => void;
  hidden?: boolean;
}

/** What else is done with the family on the card; each has its key. */
export function CardActions({ actions }: { actions: readonly CardAction[] }) {
  useWorkKeys(Object.fromEntries(actions.map(({ key, run }) => [key, run])));
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="compact-md">
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, label, run }) => (
          <Menu.Item key={key} onClick={run} rightSection={<Kbd size="xs">{key}</Kbd>}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
