export const topicFiles = [await import('./topic.server.ts'), await import('./topic-item.server.ts')];
