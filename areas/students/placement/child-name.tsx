import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';

/** A child's name; `linked` for who may open the profile. */
export function ChildName({
  child,
  linked,
}: {
  child: { studentId: string; name: string };
  linked: boolean;
}) {
  return linked ? (
    <Anchor component={Link} to={`/students/edit/${child.studentId}`} size="sm">
      {child.name}
    </Anchor>
  ) : (
    <Text size="sm">{child.name}</Text>
  );
}
