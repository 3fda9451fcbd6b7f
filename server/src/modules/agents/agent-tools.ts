/** The tools for agents: those that read, and, for keys that may write, those that change something. */
import { actingTools } from './acting-tools.ts';
import type { AgentTool } from './agent-tool.ts';
import { readingTools } from './reading-tools.ts';

export const agentTools: readonly AgentTool[] = [...readingTools, ...actingTools];
