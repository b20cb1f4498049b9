import fc from 'fast-check'
import * as z from 'zod/mini'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Values to put where a schema asks for an id of the contract: `DeviceId`, `UserId`, … */
export type Ids = Readonly<Record<string, string>>

/** The names of the contract's ids that occur in a schema. */
export function idsIn(schema: z.ZodMiniType | undefined): string[] {
  if (schema === undefined) return []
  return Object.keys(jsonSchemaOf(schema).$defs ?? {})
}

/** A value the schema accepts, with the given ids in their places; optional fields are filled in where they are ids. */
export function sampleOf(schema: z.ZodMiniType, ids: Ids): unknown {
  const whole = jsonSchemaOf(schema)
  return valueOf(whole, whole.$defs ?? {}, ids)
}

function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
}

function valueOf(schema: JsonSchema | boolean, defs: Record<string, JsonSchema | boolean>, ids: Ids): unknown {
  if (typeof schema === 'boolean') return null
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return ids[name] ?? valueOf(defs[name] ?? true, defs, ids)
  }
  const alternative =
    schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? (schema.type === undefined ? schema.allOf?.[0] : undefined)
  if (alternative !== undefined) return valueOf(alternative, defs, ids)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return objectOf(schema, defs, ids)
    case 'array':
      return []
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return schema.minimum ?? Math.max(1, Number(schema.exclusiveMinimum ?? 0) + 1)
    default:
      return textOf(schema)
  }
}

function objectOf(schema: JsonSchema, defs: Record<string, JsonSchema | boolean>, ids: Ids) {
  const names = schema.propertyNames
  if (names !== undefined && typeof names !== 'boolean' && names.enum !== undefined) {
    const value = schema.additionalProperties ?? true
    return Object.fromEntries(names.enum.map((name) => [String(name), valueOf(value, defs, ids)]))
  }
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name, property]) => schema.required?.includes(name) === true || isId(property),
  )
  return Object.fromEntries(wanted.map(([name, property]) => [name, valueOf(property, defs, ids)]))
}

function isId(schema: JsonSchema | boolean): boolean {
  return typeof schema !== 'boolean' && schema.$ref !== undefined
}

function textOf(schema: JsonSchema): string {
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap((part) => patternOf(part) ?? [])
  const narrowest = patterns.at(-1)
  if (narrowest !== undefined) {
    return drawn(fc.stringMatching(narrowest).filter((text) => patterns.every((pattern) => pattern.test(text))))
  }
  const length = Math.max(schema.minLength ?? 0, Math.min(12, schema.maxLength ?? 12))
  return 'x'.repeat(length)
}

/** A text with several patterns names them beside it, the narrowest last. */
function patternOf(schema: JsonSchema | boolean): RegExp | undefined {
  return typeof schema === 'boolean' || schema.pattern === undefined ? undefined : new RegExp(schema.pattern)
}

function drawn(arbitrary: fc.Arbitrary<string>): string {
  return fc.sample(arbitrary, { seed: 1, numRuns: 1 })[0] ?? ''
}
