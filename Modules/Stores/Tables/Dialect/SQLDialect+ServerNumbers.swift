extension SQLDialect {
  /// The statements that make a server's functions of numbers.
  ///
  /// Their results are those of a file and of Swift. A server's own operators fail the whole statement where the numbers of
  /// one row leave the range of their type. A function that is `STRICT` and has a `CASE` isn't inlined, so those of everyday
  /// arithmetic aren't `STRICT`.
  static let serverNumberFunctions = #"""
    CREATE FUNCTION strata_narrowed(n numeric) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE WHEN n BETWEEN -9223372036854775808 AND 9223372036854775807 THEN n::bigint END
    $$;
    CREATE FUNCTION strata_whole(n double precision) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE
        WHEN n = 'NaN' THEN NULL
        WHEN n >= 9223372036854775807 THEN 9223372036854775807
        WHEN n <= -9223372036854775808 THEN -9223372036854775808
        ELSE trunc(n)::bigint END
    $$;
    CREATE FUNCTION strata_wide(a double precision, b double precision, operation text)
      RETURNS double precision LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        n numeric;
        half double precision;
      BEGIN
        IF operation = '/' AND b = 0 THEN RETURN NULL; END IF;
        IF a = 0 OR b = 0 OR abs(a) >= 'Infinity' OR abs(b) >= 'Infinity' THEN
          -- Neither too large nor too small, but it may be no number.
          RETURN nullif(CASE operation
            WHEN '+' THEN a + b WHEN '-' THEN a - b WHEN '*' THEN a * b ELSE a / b END, 'NaN');
        END IF;
        -- A double's shortest text is exact, which its conversion to numeric isn't.
        n := CASE operation
          WHEN '+' THEN a::text::numeric + b::text::numeric
          WHEN '-' THEN a::text::numeric - b::text::numeric
          WHEN '*' THEN a::text::numeric * b::text::numeric
          ELSE a::text::numeric / b::text::numeric END;
        IF abs(n) < 2.5e-324 THEN RETURN 0; END IF;
        IF abs(n) < 1e-300 THEN RETURN n::double precision; END IF;
        IF abs(n) < 1e308 THEN
          RETURN CASE operation
            WHEN '+' THEN a + b WHEN '-' THEN a - b WHEN '*' THEN a * b ELSE a / b END;
        END IF;
        IF abs(n) < 3e308 THEN
          half := CASE operation
            WHEN '+' THEN greatest(abs(a), 1) * sign(a) * 0.5 + greatest(abs(b), 1) * sign(b) * 0.5
            WHEN '-' THEN greatest(abs(a), 1) * sign(a) * 0.5 - greatest(abs(b), 1) * sign(b) * 0.5
            WHEN '*' THEN a * 0.5 * b ELSE a * 0.5 / b END;
          IF abs(half) < 2 ^ 1023::double precision THEN RETURN half * 2; END IF;
        END IF;
        RETURN CASE WHEN n < 0 THEN '-Infinity' ELSE 'Infinity' END;
      END
    $$;
    CREATE FUNCTION strata_negate(n bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT -(n::numeric) $$;
    CREATE FUNCTION strata_negate(n numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT -n $$;
    CREATE FUNCTION strata_negate(n double precision) RETURNS double precision
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT -n $$;
    CREATE FUNCTION strata_absolute(n bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT abs(n::numeric) $$;
    CREATE FUNCTION strata_absolute(n numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT abs(n) $$;
    CREATE FUNCTION strata_absolute(n double precision) RETURNS double precision
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT abs(n) $$;
    CREATE FUNCTION strata_add(a bigint, b bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a::numeric + b::numeric $$;
    CREATE FUNCTION strata_add(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a + b $$;
    CREATE FUNCTION strata_add(a double precision, b double precision) RETURNS double precision
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT CASE WHEN abs(a) < 1e307 AND abs(b) < 1e307 THEN a + b ELSE strata_wide(a, b, '+') END
    $$;
    CREATE FUNCTION strata_subtract(a bigint, b bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a::numeric - b::numeric $$;
    CREATE FUNCTION strata_subtract(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a - b $$;
    CREATE FUNCTION strata_subtract(a double precision, b double precision) RETURNS double precision
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT CASE WHEN abs(a) < 1e307 AND abs(b) < 1e307 THEN a - b ELSE strata_wide(a, b, '-') END
    $$;
    CREATE FUNCTION strata_multiply(a bigint, b bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a::numeric * b::numeric $$;
    CREATE FUNCTION strata_multiply(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a * b $$;
    CREATE FUNCTION strata_multiply(a double precision, b double precision) RETURNS double precision
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT CASE WHEN abs(a) BETWEEN 1e-150 AND 1e150 AND abs(b) BETWEEN 1e-150 AND 1e150
        THEN a * b ELSE strata_wide(a, b, '*') END
    $$;
    CREATE FUNCTION strata_divide(a bigint, b bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT div(a::numeric, nullif(b, 0)::numeric) $$;
    CREATE FUNCTION strata_divide(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a / nullif(b, 0) $$;
    CREATE FUNCTION strata_quotient(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT div(a, nullif(b, 0)) $$;
    CREATE FUNCTION strata_remainder(a bigint, b bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT mod(a::numeric, nullif(b, 0)::numeric) $$;
    CREATE FUNCTION strata_remainder(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT mod(a, nullif(b, 0)) $$;
    CREATE FUNCTION strata_divide(a double precision, b double precision) RETURNS double precision
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT CASE WHEN abs(a) BETWEEN 1e-150 AND 1e150 AND abs(b) BETWEEN 1e-150 AND 1e150
        THEN a / b ELSE strata_wide(a, b, '/') END
    $$;
    CREATE FUNCTION strata_remainder(a double precision, b double precision) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT mod(strata_whole(a), nullif(strata_whole(b), 0))::numeric
    $$;
    CREATE FUNCTION strata_sum(a bigint, b bigint) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT strata_narrowed(a::numeric + b::numeric)
    $$;
    CREATE FUNCTION strata_shift(a bigint, b bigint) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE
        WHEN b >= 64 THEN 0
        WHEN b >= 0 THEN a << b::integer
        WHEN b > -64 THEN a >> (-b)::integer
        WHEN a < 0 THEN -1 ELSE 0 END
    $$;
    CREATE FUNCTION strata_unsigned(a bigint, b bigint, operation text) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE
        WHEN n BETWEEN 0 AND 9223372036854775807 THEN n::bigint
        WHEN n BETWEEN 9223372036854775808 AND 18446744073709551615
          THEN (n - 18446744073709551616)::bigint END
      FROM (SELECT
        CASE WHEN a < 0 THEN a::numeric + 18446744073709551616 ELSE a::numeric END AS x,
        CASE WHEN b < 0 THEN b::numeric + 18446744073709551616 ELSE b::numeric END AS y) AS u,
      LATERAL (SELECT CASE operation
        WHEN '+' THEN x + y WHEN '-' THEN x - y WHEN '*' THEN x * y
        WHEN '/' THEN div(x, nullif(y, 0)) WHEN '%' THEN mod(x, nullif(y, 0)) END AS n) AS r
    $$;
    CREATE FUNCTION strata_bucket(n bigint, width bigint, lowest bigint) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT greatest(n::numeric - mod(mod(n, width)::numeric + width, width), lowest)::bigint
    $$;
    CREATE FUNCTION strata_bucket_unsigned(n bigint, width bigint) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT strata_unsigned(n, strata_unsigned(n, width, '%'), '-')
    $$;
    CREATE FUNCTION strata_bucket_real(n double precision, width double precision, most double precision)
      RETURNS double precision LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE
        WHEN abs(n) >= most THEN n
        WHEN abs(n) >= width THEN floor(n / width) * width
        WHEN n < 0 THEN -width ELSE 0 END
    $$;
    CREATE FUNCTION strata_bucket_decimal(n text, width text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT trim_scale(CASE
        WHEN abs(n::numeric) >= ('1e' || (37 - scale(trim_scale(width::numeric))))::numeric THEN n::numeric
        ELSE n::numeric - mod(mod(n::numeric, width::numeric) + width::numeric, width::numeric) END)::text
    $$;
    """#
}
